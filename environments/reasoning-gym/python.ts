/** Throws an error of this text, as Python's `assert`. */
export function assert(condition: boolean, message: string): void {
  if (!condition) throw new Error(message)
}

/** An error that upstream's scoring lets escape: the client sees its text, and the step has counted. */
export class ScoringError extends Error {
  override readonly name = 'ScoringError'
}

/** `len(text)`: code points. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** `str(value)` of a float. */
export function printFloat(value: number): string {
  if (Object.is(value, -0)) return '-0.0'
  return Number.isInteger(value) ? value.toFixed(1) : String(value)
}

/** `str(list)` of strings without quotes in them. */
export function printList(items: readonly string[]): string {
  return `[${items.map((item) => `'${item}'`).join(', ')}]`
}

/** The nearest integer, halves to the even one: C's `rint`. */
export function rint(value: number): number {
  const floor = Math.floor(value)
  if (value - floor !== 0.5) return Math.sign(value) * Math.round(Math.abs(value))
  return floor % 2 === 0 ? floor : floor + 1
}

/** `format(value, '.10g')`. */
export function printGeneral(value: number, digits = 10): string {
  if (value === 0) return '0'
  const { significant, power } = roundTo(Math.abs(value), digits)
  const sign = value < 0 ? '-' : ''
  if (power < -4 || power >= digits) {
    const mantissa = stripZeros(`${significant[0]}.${significant.slice(1)}`)
    return `${sign}${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
  }
  const padded = power < 0 ? '0'.repeat(-power) + significant : significant
  const whole = Math.max(power, 0) + 1
  return sign + stripZeros(`${padded.slice(0, whole)}.${padded.slice(whole)}`)
}

/** Significant digits, halves to even: JavaScript's own `toExponential` rounds them up. 60 digits are enough to see a half. */
function roundTo(value: number, digits: number): { significant: string; power: number } {
  const [mantissa = '', exponent = '0'] = value.toExponential(60).split('e')
  const all = mantissa.replace('.', '')
  const [kept, rest] = [BigInt(all.slice(0, digits)), all.slice(digits)]
  const isHalf = /^50*$/.test(rest)
  const rounded = String(kept + (rest >= '5' && !(isHalf && kept % 2n === 0n) ? 1n : 0n))
  return { significant: rounded.slice(0, digits), power: Number(exponent) + rounded.length - digits }
}

function stripZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** `float(value)` of what JSON can hold; undefined where Python raises. */
export function readFloat(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string') return undefined
  const text = value
    .trim()
    .toLowerCase()
    .replace(/(\d)_(?=\d)/g, '$1')
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/.test(text)) return Number(text)
  if (/^[-+]?inf(inity)?$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  return /^[-+]?nan$/.test(text) ? NaN : undefined
}

/** `int(text)`; throws `ValueError`'s text. */
export function readInteger(text: string): bigint {
  const digits = text.trim().replace(/(\d)_(?=\d)/g, '$1')
  if (!/^[-+]?\d+$/.test(digits)) throw new ScoringError(`invalid literal for int() with base 10: '${text}'`)
  return BigInt(digits.replace(/^\+/, ''))
}

/** `int(text, 0)`: decimal, or with a prefix 0x, 0o, 0b; undefined where Python raises. */
export function readPrefixedInteger(text: string): bigint | undefined {
  const [, sign, digits = ''] =
    /^\s*([-+]?)(0x[\da-f]+|0o[0-7]+|0b[01]+|0+|[1-9]\d*)\s*$/i.exec(text.replace(/([\da-f])_(?=[\da-f])/gi, '$1')) ?? []
  if (digits === '') return undefined
  return sign === '-' ? -BigInt(digits) : BigInt(digits)
}

/** A Python literal of numbers, strings, lists and tuples, as `eval` reads it; undefined for anything else. */
export function readLiteral(text: string): unknown {
  if (!/^[\s\d.,+\-eE[\]()'"A-Za-z]*$/.test(text)) return undefined
  try {
    return JSON.parse(
      text
        .replaceAll('(', '[')
        .replaceAll(')', ']')
        .replaceAll("'", '"')
        .replace(/,\s*\]/g, ']'),
    )
  } catch {
    return undefined
  }
}
