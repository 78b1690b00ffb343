const NO_QUOTATION = 'No closing quotation'
const NO_CHARACTER = 'No escaped character'

/**
 * Splits a command into words as Python's `shlex.split` does (POSIX rules): quotes and backslashes, no expansion. For a command that
 * it cannot split, the words of Python's error.
 */
export function splitCommand(command: string): string[] | string {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let i = 0; i < command.length; i++) {
    const character = command[i] ?? ''
    if (character === '\\' && quote !== "'") {
      const escaped = command[++i]
      if (escaped === undefined) return NO_CHARACTER
      word = (word ?? '') + (isEscaped(escaped, quote) ? '' : character) + escaped
    } else if (quote !== '') {
      if (character === quote) quote = ''
      else word += character
    } else if (/[ \t\r\n]/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (character === "'" || character === '"') {
      quote = character
      word ??= ''
    } else {
      word = (word ?? '') + character
    }
  }
  if (quote !== '') return NO_QUOTATION
  return word === undefined ? words : [...words, word]
}

/** Inside double quotes a backslash escapes only a quote and itself. */
function isEscaped(character: string, quote: string): boolean {
  return quote === '' || character === quote || character === '\\'
}
