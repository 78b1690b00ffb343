import type { z } from 'zod'
import type { AnyEnvironment } from '../environment.ts'
import type { Json } from '../json.ts'
import type { Rng } from '../rng.ts'
import { isInteger } from '../schema/reader.ts'

/** Integers without bounds are drawn from 0 to this. */
const DEFAULT_SPAN = 9

/**
 * An action for a policy that knows nothing: one of the environment's examples, or any value that its schema takes, half and half.
 * Throws a TypeError for a schema that cannot be sampled and has no examples.
 */
export function sampleAction({ action, examples = [], name }: AnyEnvironment, rng: Rng): Json {
  if (examples.length > 0 && rng.random() < 0.5) return rng.choice(examples) as Json
  const value = sample(action as z.core.$ZodType as z.core.$ZodTypes, rng)
  if (action.safeParse(value).success) return value
  if (examples.length > 0) return rng.choice(examples) as Json
  throw new TypeError(`No action of "${name}" can be drawn from its schema: give it examples.`)
}

function sample(schema: z.core.$ZodTypes, rng: Rng): Json {
  const def = schema._zod.def
  const inner = (next: z.core.$ZodType) => sample(next as z.core.$ZodTypes, rng)
  switch (def.type) {
    case 'string':
      return sampleText(rng)
    case 'number': {
      const { low, high } = bounds(schema)
      return isInteger(def) ? rng.integer(Math.ceil(low), Math.floor(high)) : low + rng.random() * (high - low)
    }
    case 'bigint':
      return BigInt(rng.integer(0, DEFAULT_SPAN))
    case 'boolean':
      return rng.random() < 0.5
    case 'enum':
      return rng.choice(Object.values(def.entries))
    case 'literal':
      return rng.choice(def.values) as Json
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, field]) => [key, inner(field)]))
    case 'array':
      return Array.from({ length: rng.integer(1, 3) }, () => inner(def.element))
    case 'tuple':
      return def.items.map(inner)
    case 'union':
      return inner(rng.choice(def.options))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return inner(def.innerType)
    case 'record':
      return {}
    default:
      return null
  }
}

function sampleText(rng: Rng): string {
  return Array.from({ length: rng.integer(1, 8) }, () => rng.choice([...'abcdefghijklmnopqrstuvwxyz '])).join('')
}

function bounds(schema: z.core.$ZodType): { low: number; high: number } {
  const checks = (schema._zod.def as { checks?: z.core.$ZodCheck[] }).checks ?? []
  let low = -Infinity
  let high = Infinity
  for (const check of checks) {
    const def = check._zod.def as { check: string; value?: unknown; inclusive?: boolean }
    const margin = def.inclusive === true ? 0 : 1
    if (def.check === 'greater_than') low = Number(def.value) + margin
    if (def.check === 'less_than') high = Number(def.value) - margin
  }
  if (low === -Infinity) low = high === Infinity ? 0 : high - DEFAULT_SPAN
  return { low, high: high === Infinity ? low + DEFAULT_SPAN : high }
}
