import { isPlainObject, type Json } from './json.ts'
import { printFloat } from './json-text.ts'
import type { Issue } from './schema/issue.ts'

/** pydantic cuts a value's repr in its messages to this many characters, the middle left out. */
const MAX_SHOWN = 50

/** A JSON value as Python's `repr` spells it. */
export function pythonRepr(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return reprString(value)
    case 'number':
      return Number.isNaN(value) ? 'nan' : Number.isFinite(value) ? reprNumber(value) : value > 0 ? 'inf' : '-inf'
    case 'boolean':
      return value ? 'True' : 'False'
    case 'object':
      if (Array.isArray(value)) return `[${value.map(pythonRepr).join(', ')}]`
      if (isPlainObject(value))
        return `{${Object.entries(value)
          .map(([key, item]) => `${reprString(key)}: ${pythonRepr(item)}`)
          .join(', ')}}`
      return 'None'
    default:
      return String(value)
  }
}

function reprNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : printFloat(value)
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
/** A backslash, and what `str.isprintable` says no to: controls, unassigned, every space but the one. */
const ESCAPED = /\\|(?! )[\p{C}\p{Z}]/gu

function reprString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replace(ESCAPED, (character) => ESCAPES[character] ?? escapeCode(character.codePointAt(0) ?? 0))
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`
}

function escapeCode(code: number): string {
  const digits = code.toString(16)
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`
}

/** The Python type of a JSON value. */
function pythonType(value: unknown): string {
  if (value === null || value === undefined) return 'NoneType'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return { string: 'str', boolean: 'bool', bigint: 'int', object: 'dict' }[typeof value as string] ?? 'object'
}

/** Faults as the text of a pydantic `ValidationError`: what OpenEnv's clients and models have learnt to read. */
export function validationText(subject: string, issues: readonly Issue[]): string {
  const head = `${issues.length} validation error${issues.length === 1 ? '' : 's'} for ${subject}`
  return [head, ...issues.map(issueText)].join('\n')
}

function issueText({ type, loc, msg, input }: Issue): string {
  const shown = `input_value=${cut(pythonRepr(input))}, input_type=${pythonType(input as Json)}`
  const place = loc.length === 0 ? '' : `${loc.join('.')}\n`
  return `${place}  ${msg} [type=${type}, ${shown}]\n    For further information visit https://errors.pydantic.dev/2.14/v/${type}`
}

function cut(text: string): string {
  const characters = [...text]
  if (characters.length <= MAX_SHOWN) return text
  const half = MAX_SHOWN / 2
  return `${characters.slice(0, half).join('')}...${characters.slice(1 - half).join('')}`
}
