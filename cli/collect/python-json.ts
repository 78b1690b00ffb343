/** A number that was written with a point or an exponent: Python tells it from an integer, and prints it otherwise. */
export class Float {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }

  toJSON(): number {
    return this.value
  }
}

export type Data = Readonly<Record<string, unknown>>

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Float)
}

/** Reads JSON and keeps what Python keeps: whether a number is a float, and all digits of a long integer. Throws a SyntaxError. */
export function parsePythonJson(text: string): unknown {
  const revive = (_key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value !== 'number' || context?.source === undefined) return value
    if (/[.eE]/.test(context.source)) return new Float(value)
    return Number.isSafeInteger(value) ? value : BigInt(context.source)
  }
  return JSON.parse(text, revive) as unknown
}

/** JSON as Python's `json.dumps` prints it: a space after commas and colons, ASCII only, floats with their point. */
export function printPythonJson(value: unknown, { sortKeys = false } = {}): string {
  const print = (inner: unknown): string => printPythonJson(inner, { sortKeys })
  if (value instanceof Float) return printFloat(value.value)
  if (typeof value === 'string') return printString(value)
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : printFloat(value)
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`
  if (!isData(value)) return 'null'
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  const ordered = sortKeys ? entries.sort(([one], [other]) => (one < other ? -1 : 1)) : entries
  return `{${ordered.map(([key, item]) => `${printString(key)}: ${print(item)}`).join(', ')}}`
}

function printString(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (character) =>
    character === '\u007f' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** As Python's `repr`: an exponent below 1e-4 and from 1e16 on, of two digits at least. */
function printFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity'
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
  if (Object.is(value, -0)) return '-0.0'
  return Number.isInteger(value) ? `${value}.0` : String(value)
}
