import { expect, test } from 'vitest'
import { splitCommand } from '../../environments/box/split-command.ts'

/** Pairs of a command and what Python 3.11's `shlex.split` makes of it. */
const SPLIT = [
  ['', []],
  ['commit -m "two words"', ['commit', '-m', 'two words']],
  ["a'b c'd \"\" ''", ['ab cd', '', '']],
  ['a\\ b "c\\"d" "e\\f" \'g\\h\'', ['a b', 'c"d', 'e\\f', 'g\\h']],
  ['a\u00a0b # c', ['a\u00a0b', '#', 'c']],
  ['a "b', 'No closing quotation'],
  ["a 'b\\", 'No closing quotation'],
  ['a\\', 'No escaped character'],
  ['"a\\', 'No escaped character'],
] as const

test.each(SPLIT)('%j is split as Python splits it', (command, words) => {
  expect(splitCommand(command)).toEqual(words)
})
