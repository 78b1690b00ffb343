/** The argument of the first `FINAL(` in text, by counting parentheses; undefined without one that closes. */
export function finalCall(text: string): string | undefined {
  const start = text.indexOf('FINAL(')
  if (start === -1) return undefined
  const open = start + 'FINAL'.length
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (text[i] === '(') depth++
    if (text[i] === ')') depth--
    if (depth === 0) return text.slice(open + 1, i).trim()
  }
  return undefined
}

/** The name in the first `FINAL_VAR(name)`. */
export function finalName(text: string): string | undefined {
  return /FINAL_VAR\(([\p{L}\p{N}_]+)\)/u.exec(text)?.[1]
}

/** The `answer` dictionary of the interpreter, as far as it is one. */
export function readAnswer(value: unknown): { content: unknown; isReady: boolean } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { content: '', isReady: false }
  const content = 'content' in value ? value.content : ''
  return { content, isReady: 'ready' in value && isTrue(value.ready) }
}

/** What Python's `if` takes for true, of values that JSON can hold. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}

/** A value as Python's `str` prints it; what JSON cannot hold has come as text. */
export function asText(value: unknown): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  return value === null ? 'None' : String(value)
}
