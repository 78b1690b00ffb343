import type { Json } from './json.ts'

const MAX_DEPTH = 512
const LONG_INTEGER = /\d{16}/
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const PLAIN_STRING = /[^"\\\u0000-\u001f]*/y
const CONSTANTS: Record<string, Json> = { null: null, true: true, false: false, NaN, Infinity, '-Infinity': -Infinity }
const ESCAPES: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Thrown for text that is no JSON, worded as Python's `json` words it: OpenEnv's clients show that text. */
export class JsonSyntaxError extends Error {
  readonly reason: string
  /** Index of the character at fault. */
  readonly position: number

  constructor(reason: string, text: string, position: number) {
    const before = text.slice(0, position)
    const line = before.split('\n').length
    super(`${reason}: line ${line} column ${position - before.lastIndexOf('\n')} (char ${position})`)
    this.name = 'JsonSyntaxError'
    this.reason = reason
    this.position = position
  }
}

/**
 * JSON as Python's `json.loads` reads it: the platform's parser where it is right, a lenient one for what Python alone accepts —
 * `NaN`, `Infinity`, `-Infinity` — and for integers above 2^53, which come as `bigint` with all their digits.
 */
export function parseJson(text: string): Json {
  if (!LONG_INTEGER.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      // The lenient parser accepts what Python accepts and words the fault for the rest.
    }
  }
  return parseAsPython(text)
}

function parseAsPython(text: string): Json {
  let at = 0

  function fail(reason: string, position = at): never {
    throw new JsonSyntaxError(reason, text, position)
  }
  function skipSpace(): void {
    while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++
  }

  function string(): string {
    const start = at++
    let out = ''
    for (;;) {
      PLAIN_STRING.lastIndex = at
      const plain = PLAIN_STRING.exec(text)?.[0] ?? ''
      out += plain
      at += plain.length
      const character = text.charAt(at)
      if (character === '') fail('Unterminated string starting at', start)
      if (character === '"') {
        at++
        return out
      }
      if (character !== '\\') fail('Invalid control character at')
      out += escaped(start)
    }
  }

  function escaped(start: number): string {
    const letter = text.charAt(at + 1)
    if (letter === '') fail('Unterminated string starting at', start)
    if (letter === 'u') {
      const digits = text.slice(at + 2, at + 6)
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) fail('Invalid \\uXXXX escape', at + 1)
      at += 6
      return String.fromCharCode(Number.parseInt(digits, 16))
    }
    const plain = ESCAPES[letter]
    if (plain === undefined) fail('Invalid \\escape')
    at += 2
    return plain as string
  }

  function scalar(): Json {
    for (const [word, constant] of Object.entries(CONSTANTS)) {
      if (text.startsWith(word, at)) {
        at += word.length
        return constant
      }
    }
    NUMBER.lastIndex = at
    const match = NUMBER.exec(text)
    if (match === null) return fail('Expecting value')
    at += match[0].length
    const number = Number(match[0])
    const isInteger = match[1] === undefined && match[2] === undefined
    return isInteger && !Number.isSafeInteger(number) ? BigInt(match[0]) : number
  }

  function list(depth: number): Json[] {
    const items: Json[] = []
    at++
    skipSpace()
    if (text.charAt(at) === ']') {
      at++
      return items
    }
    for (;;) {
      items.push(value(depth))
      skipSpace()
      const character = text.charAt(at)
      if (character === ']') {
        at++
        return items
      }
      if (character !== ',') fail("Expecting ',' delimiter")
      at++
    }
  }

  function object(depth: number): Json {
    const entries: [string, Json][] = []
    at++
    skipSpace()
    if (text.charAt(at) === '}') {
      at++
      return {}
    }
    for (;;) {
      if (text.charAt(at) !== '"') fail('Expecting property name enclosed in double quotes')
      const key = string()
      skipSpace()
      if (text.charAt(at) !== ':') fail("Expecting ':' delimiter")
      at++
      entries.push([key, value(depth)])
      skipSpace()
      const character = text.charAt(at)
      if (character === '}') {
        at++
        return Object.fromEntries(entries)
      }
      if (character !== ',') fail("Expecting ',' delimiter")
      at++
      skipSpace()
    }
  }

  function value(depth: number): Json {
    if (depth > MAX_DEPTH) fail(`Nested deeper than ${MAX_DEPTH} levels`)
    skipSpace()
    const character = text.charAt(at)
    if (character === '"') return string()
    if (character === '{') return object(depth + 1)
    if (character === '[') return list(depth + 1)
    return scalar()
  }

  const result = value(0)
  skipSpace()
  if (at < text.length) fail('Extra data')
  return result
}
