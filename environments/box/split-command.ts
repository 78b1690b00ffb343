/**
 * Splits a command into words as Python's `shlex.split` does (POSIX rules): quotes and backslashes, no expansion. Undefined for a
 * quotation that is not closed.
 */
export function splitCommand(command: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let i = 0; i < command.length; i++) {
    const character = command[i] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
      else if (isEscape(character, quote, command[i + 1])) word += command[++i] ?? ''
      else word += character
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (character === "'" || character === '"') {
      quote = character
      word ??= ''
    } else {
      word = (word ?? '') + (character === '\\' ? (command[++i] ?? '') : character)
    }
  }
  if (quote !== '') return undefined
  return word === undefined ? words : [...words, word]
}

/** Inside double quotes a backslash escapes only a quote and itself. */
function isEscape(character: string, quote: string, next: string | undefined): boolean {
  return character === '\\' && quote === '"' && (next === '"' || next === '\\')
}
