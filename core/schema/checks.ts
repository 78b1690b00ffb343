import type { z } from 'zod'
import { type Issues, report } from './issue.ts'

/** Adds a fault when a read value breaks the check. */
export type Check = (value: unknown, issues: Issues) => void

type Limit = { value: number | bigint; inclusive: boolean }

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Length as Python counts it: code points of a string, items of a list. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return codePoints(value)
  return Array.isArray(value) ? value.length : 0
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

function atLeast(minimum: number): Check {
  return (value, issues) => {
    // A code point takes at most two UTF-16 units.
    if (typeof value === 'string' && value.length >= 2 * minimum) return
    const length = lengthOf(value)
    if (length >= minimum) return
    if (typeof value === 'string') {
      report(issues, 'string_too_short', `String should have at least ${plural(minimum, 'character')}`, value, { min_length: minimum })
    } else {
      const msg = `List should have at least ${plural(minimum, 'item')} after validation, not ${length}`
      report(issues, 'too_short', msg, value, { field_type: 'List', min_length: minimum, actual_length: length })
    }
  }
}

function atMost(maximum: number): Check {
  return (value, issues) => {
    if (typeof value === 'string' && value.length <= maximum) return
    const length = lengthOf(value)
    if (length <= maximum) return
    if (typeof value === 'string') {
      report(issues, 'string_too_long', `String should have at most ${plural(maximum, 'character')}`, value, { max_length: maximum })
    } else {
      const msg = `List should have at most ${plural(maximum, 'item')} after validation, not ${length}`
      report(issues, 'too_long', msg, value, { field_type: 'List', max_length: maximum, actual_length: length })
    }
  }
}

function above({ value: limit, inclusive }: Limit): Check {
  const [type, msg, key] = inclusive
    ? ['greater_than_equal', `Input should be greater than or equal to ${limit}`, 'ge']
    : ['greater_than', `Input should be greater than ${limit}`, 'gt']
  return (value, issues) => {
    const holds = inclusive ? (value as number) >= limit : (value as number) > limit
    if (!holds) report(issues, type, msg, value, { [key]: limit })
  }
}

function below({ value: limit, inclusive }: Limit): Check {
  const [type, msg, key] = inclusive
    ? ['less_than_equal', `Input should be less than or equal to ${limit}`, 'le']
    : ['less_than', `Input should be less than ${limit}`, 'lt']
  return (value, issues) => {
    const holds = inclusive ? (value as number) <= limit : (value as number) < limit
    if (!holds) report(issues, type, msg, value, { [key]: limit })
  }
}

function matching(pattern: RegExp): Check {
  return (value, issues) => {
    if (pattern.test(value as string)) return
    report(issues, 'string_pattern_mismatch', `String should match pattern '${pattern.source}'`, value, { pattern: pattern.source })
  }
}

/** A zod check as a closure, or undefined where zod itself must run it (refinements, transforms). */
export function compileCheck(check: z.core.$ZodCheck): Check | undefined {
  const def = check._zod.def as { check: string } & Record<string, unknown>
  switch (def.check) {
    case 'min_length':
      return atLeast(def.minimum as number)
    case 'max_length':
      return atMost(def.maximum as number)
    case 'length_equals': {
      const [low, high] = [atLeast(def.length as number), atMost(def.length as number)]
      return (value, issues) => {
        low(value, issues)
        high(value, issues)
      }
    }
    case 'greater_than':
      return above(def as unknown as Limit)
    case 'less_than':
      return below(def as unknown as Limit)
    case 'string_format':
      return def.format === 'regex' ? matching(def.pattern as RegExp) : undefined
    case 'number_format':
      return () => {}
    default:
      return undefined
  }
}
