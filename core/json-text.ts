import { isPlainObject } from './json.ts'

const MAX_DEPTH = 256

/** Thrown when a value has no JSON: where it stands and why. */
export class PrintError extends Error {
  constructor(reason: string, path = '') {
    super(path === '' ? reason : `${path}: ${reason}`)
    this.name = 'PrintError'
  }

  /** The same fault seen from one level up. */
  within(key: string | number): PrintError {
    const [head, ...rest] = this.message.split(': ')
    const inner = /^[\w.[\]]+$/.test(head ?? '') && rest.length > 0 ? `${key}.${this.message}` : `${key}: ${this.message}`
    return new PrintError(inner)
  }
}

/** A float as Python's pydantic spells it: always with a point or an exponent; NaN and the infinities have no JSON and become null. */
export function printFloat(value: number): string {
  if (!Number.isFinite(value)) return 'null'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const size = Math.abs(value)
  if (size >= 1e16 || size < 1e-5) return value.toExponential()
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

/** Characters that JSON writes as they are, surrogates left out. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/
/** Up to here a test by {@link PLAIN} costs less than the platform's printer. */
const SHORT = 100

/** A string in JSON. Throws for a lone surrogate, which has no UTF-8. */
export function printString(value: string): string {
  if (value.length < SHORT && PLAIN.test(value)) return `"${value}"`
  if (!value.isWellFormed()) throw new PrintError('a lone surrogate cannot be written as UTF-8')
  return JSON.stringify(value)
}

function asNull(): string {
  return 'null'
}

/** As {@link printJson}, but NaN and the infinities print as Python and `parseJson` spell them: what is stored comes back as it was. */
export function printStored(value: unknown): string {
  return printJson(value, 0, String)
}

/**
 * Any value whose type no schema tells. Integral numbers print as integers, `bigint` with all its digits, `undefined` in an
 * object leaves its key out. Throws {@link PrintError} for what JSON cannot hold: functions, Dates, Maps, bytes, cycles.
 * `nonFinite` is how NaN and the infinities print.
 */
export function printJson(value: unknown, depth = 0, nonFinite: (value: number) => string = asNull): string {
  switch (typeof value) {
    case 'string':
      return printString(value)
    case 'number':
      return Number.isFinite(value)
        ? Number.isSafeInteger(value)
          ? String(value)
          : Number.isInteger(value)
            ? BigInt(value).toString()
            : printFloat(value)
        : nonFinite(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'bigint':
      return value.toString()
    case 'object':
      return value === null ? 'null' : printComposite(value, depth + 1, nonFinite)
    default:
      throw new PrintError(`${value === undefined ? 'undefined' : `a ${typeof value}`} has no JSON`)
  }
}

function printComposite(value: object, depth: number, nonFinite: (value: number) => string): string {
  if (depth > MAX_DEPTH) throw new PrintError(`nested deeper than ${MAX_DEPTH} levels, or a cycle`)
  if (Array.isArray(value)) return `[${value.map((item, index) => printAt(item, index, depth, nonFinite)).join(',')}]`
  if (!isPlainObject(value)) throw new PrintError(`a ${value.constructor?.name ?? 'class instance'} has no JSON; convert it to plain data`)
  let text = ''
  for (const key of Object.keys(value)) {
    const item = value[key]
    if (item === undefined) continue
    text += `${text === '' ? '{' : ','}${printString(key)}:${printAt(item, key, depth, nonFinite)}`
  }
  return text === '' ? '{}' : `${text}}`
}

function printAt(value: unknown, key: string | number, depth: number, nonFinite: (value: number) => string): string {
  try {
    return printJson(value, depth, nonFinite)
  } catch (error) {
    throw error instanceof PrintError && depth <= MAX_DEPTH / 2 ? error.within(key) : error
  }
}
