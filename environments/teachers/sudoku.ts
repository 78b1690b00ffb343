import { solve } from '../textarena/sudoku-board.ts'

interface Seen {
  readonly messages: readonly { readonly content: string }[]
}

/** Solves the latest board and fills its first empty cell. */
export function teachSudoku({ messages: [conversation] }: Seen): { message: string } {
  const content = conversation?.content ?? ''
  const board = content.slice(content.lastIndexOf('C1 C2 C3'))
  const rows = [...board.matchAll(/^R\d ([\d. |]+)$/gm)].slice(0, 9)
  const grid = rows.flatMap(([, cells = '']) => cells.match(/[\d.]/g) ?? []).map((cell) => (cell === '.' ? 0 : Number(cell)))
  const cell = grid.indexOf(0)
  const digit = solve(grid)?.[cell] ?? 0
  return { message: `[${Math.floor(cell / 9) + 1} ${(cell % 9) + 1} ${digit}]` }
}
