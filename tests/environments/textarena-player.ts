import type { PyRandom } from '../../environments/python-random.ts'

/** The messages that tests/interop/oracles/textarena_episodes.py plays, drawn from the same numbers. */
export function wordleMessage(player: PyRandom, words: readonly string[], secret: string, before: string): string {
  const word = player.choice(words)
  const messages = [
    '[zzzzz]',
    '[abc]',
    'hello there',
    `I say [GAME] [${word}]`,
    before,
    `[${word.toUpperCase()}]`,
    `think\nGGGGG\n[Player] [${word}]`,
    `[${secret}]`,
    word,
    'no',
  ]
  const kind = player.below(20)
  return messages[kind] ?? `[${word}]`
}

export function sudokuMessage(player: PyRandom, board: readonly number[], solution: readonly number[], before: string): string {
  const cell = player.below(81)
  const empty = [...board.keys()].filter((at) => board[at] === 0)
  const open = empty.length > 0 ? player.choice(empty) : cell
  const name = (at: number) => `${Math.floor(at / 9) + 1} ${(at % 9) + 1}`
  const messages = [
    'no move',
    `[${name(cell)} 0]`,
    `[10 3 0${solution[cell]}]`,
    `[${name(cell)} ${solution[cell]}]`,
    `[${name(open)} ${player.randint(1, 9)}]`,
    before,
    `[GAME] [99999999999999999999 1 2]`,
  ]
  const kind = player.below(60)
  return messages[kind] ?? `I choose [${name(open)} ${solution[open]}] [Player]`
}
