import type { Json } from './json.ts'

/**
 * How deep JSON may nest: what a client sends, what is made of it and printed (json-text.ts), what was printed and is read again. Each allows
 * a little more than the one before, so that what was let in can be answered and kept.
 */
const MAX_CLIENT_DEPTH = 240
const MAX_DEPTH = 512
const LONG_INTEGER = /\d{16}/
/** An escaped half of a surrogate pair without its other half; also finds `\\\\ud800`, which is none. */
const LONE_SURROGATE = /\\u[dD](?:[89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..\\u[dD])[c-fC-F])/
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

/** Thrown for JSON that could be read, but neither kept nor printed again. */
export class UnkeepableJsonError extends JsonSyntaxError {
  override readonly name = 'UnkeepableJsonError'
}

/** What a client sends, as {@link parseJson} reads it. Throws an {@link UnkeepableJsonError} for what is nested too deep. */
export function parseClientJson(text: string): Json {
  return parseJson(text, MAX_CLIENT_DEPTH)
}

/**
 * JSON as Python's `json.loads` reads it: the platform's parser where it is right, a lenient one for what Python alone accepts —
 * `NaN`, `Infinity`, `-Infinity` — and for integers above 2^53, which come as `bigint` with all their digits. Lone surrogates, which Python
 * accepts and cannot send, are refused.
 */
export function parseJson(text: string, maxDepth = MAX_DEPTH): Json {
  if (!LONG_INTEGER.test(text) && !LONE_SURROGATE.test(text)) {
    try {
      const value: Json = JSON.parse(text)
      if (text.length <= maxDepth || !isDeeper(value, maxDepth)) return value
    } catch {
      // The lenient parser accepts what Python accepts and words the fault for the rest.
    }
  }
  return parseAsPython(text, maxDepth)
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const item of Array.isArray(value) ? value : Object.values(value)) if (isDeeper(item, levels - 1)) return true
  return false
}

function parseAsPython(text: string, maxDepth: number): Json {
  let at = 0

  function fail(reason: string, position = at): never {
    throw new JsonSyntaxError(reason, text, position)
  }
  function refuse(reason: string, position = at): never {
    throw new UnkeepableJsonError(reason, text, position)
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
        return out.isWellFormed() ? out : refuse('Half a surrogate pair in the string starting at', start)
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
    skipSpace()
    const character = text.charAt(at)
    if (character === '"') return string()
    if (depth === maxDepth && (character === '{' || character === '[')) refuse(`Nested deeper than ${maxDepth} levels`)
    if (character === '{') return object(depth + 1)
    if (character === '[') return list(depth + 1)
    return scalar()
  }

  const result = value(0)
  skipSpace()
  if (at < text.length) fail('Extra data')
  return result
}
