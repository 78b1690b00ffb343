import { type Issues, report } from './issue.ts'

/**
 * Scalars as pydantic's lax mode reads them (pydantic "Conversion Table"): "2", 2.0 and true are integers; 2.5 and "x" are not; a
 * number is no string. `strict` allows no conversion: unions try it first.
 */
export type Reader = (value: unknown, issues: Issues, strict: boolean) => unknown

const INTEGER_TEXT = /^\s*[+-]?\d+(_\d+)*(\.0+)?\s*$/
const TRUE_WORDS = new Set<unknown>([1, '1', 'true', 't', 'yes', 'y', 'on'])
const FALSE_WORDS = new Set<unknown>([0, '0', 'false', 'f', 'no', 'n', 'off'])

export function readString(value: unknown, issues: Issues): unknown {
  return typeof value === 'string' ? value : report(issues, 'string_type', 'Input should be a valid string', value)
}

export function readBigint(value: unknown, issues: Issues, strict: boolean): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
  if (strict) return report(issues, 'int_type', 'Input should be a valid integer', value)
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return report(issues, 'finite_number', 'Input should be a finite number', value)
    return report(issues, 'int_from_float', 'Input should be a valid integer, got a number with a fractional part', value)
  }
  if (typeof value !== 'string') return report(issues, 'int_type', 'Input should be a valid integer', value)
  if (!INTEGER_TEXT.test(value)) {
    return report(issues, 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer', value)
  }
  return BigInt(value.trim().replaceAll('_', '').replace(/\.0+$/, '').replace(/^\+/, ''))
}

export function readInteger(value: unknown, issues: Issues, strict: boolean): number | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  const integer = readBigint(value, issues, strict)
  if (integer === undefined) return undefined
  const number = Number(integer)
  if (Number.isSafeInteger(number)) return number
  const [type, word, ctx] = integer > 0 ? ['less_than_equal', 'less', 'le'] : ['greater_than_equal', 'greater', 'ge']
  const limit = integer > 0 ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER
  return report(issues, type, `Input should be ${word} than or equal to ${limit}`, value, { [ctx]: limit })
}

export function readFloat(value: unknown, issues: Issues, strict: boolean): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (!strict && typeof value === 'boolean') return value ? 1 : 0
  if (strict || typeof value !== 'string') return report(issues, 'float_type', 'Input should be a valid number', value)
  const text = value.trim().replaceAll('_', '').toLowerCase()
  const special = { nan: NaN, inf: Infinity, '+inf': Infinity, '-inf': -Infinity, infinity: Infinity, '-infinity': -Infinity }[text]
  if (special !== undefined) return special
  if (text !== '' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(text)) return Number(text)
  return report(issues, 'float_parsing', 'Input should be a valid number, unable to parse string as a number', value)
}

export function readBoolean(value: unknown, issues: Issues, strict: boolean): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (!strict) {
    const word = typeof value === 'string' ? value.toLowerCase() : value
    if (TRUE_WORDS.has(word)) return true
    if (FALSE_WORDS.has(word)) return false
    if (typeof value === 'string' || typeof value === 'number') {
      return report(issues, 'bool_parsing', 'Input should be a valid boolean, unable to interpret input', value)
    }
  }
  return report(issues, 'bool_type', 'Input should be a valid boolean', value)
}
