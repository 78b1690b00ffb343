import { z } from 'zod'
import { defineEnvironment } from '../core/index.ts'

const ROWS = 6
const COLUMNS = 7
const IN_A_ROW = 4
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const

/** `[row, column]`, row 0 on top: 1 the first player, −1 the second, 0 free. */
type Board = number[][]

const Connect4State = z.object({ board: z.array(z.array(z.int())), next_player: z.int() }).meta({ title: 'Connect4State' })

function cell(board: Board, row: number, column: number): number {
  return board[row]?.[column] ?? 0
}

function legalActions(board: Board): number[] {
  return Array.from({ length: COLUMNS }, (_, column) => column).filter((column) => cell(board, 0, column) === 0)
}

/** Stones of `player` in one direction from a cell, the cell itself left out. */
function run(board: Board, row: number, column: number, [down, right]: readonly [number, number], player: number): number {
  let length = 0
  while (cell(board, row + (length + 1) * down, column + (length + 1) * right) === player) length++
  return length
}

function wins(board: Board, row: number, column: number, player: number): boolean {
  return DIRECTIONS.some(
    ([down, right]) => run(board, row, column, [down, right], player) + run(board, row, column, [-down, -right], player) + 1 >= IN_A_ROW,
  )
}

/** The board after a stone in `column`, and the row where it came to rest; none when the column is full or off the board. */
function drop(board: Board, column: number, player: number): { board: Board; row: number } | undefined {
  const row = board.findLastIndex((cells) => cells[column] === 0)
  if (row < 0) return undefined
  return { board: board.map((cells, at) => (at === row ? cells.with(column, player) : cells)), row }
}

function observe(board: Board, next_player: number) {
  return {
    state: { board, next_player },
    observation: { board, legal_actions: legalActions(board) },
    metadata: { next_player },
  }
}

/** Four in a row without an opponent: the caller plays both sides. An illegal column costs −1, ends the episode and passes the turn. */
export const connect4 = defineEnvironment({
  name: 'connect4',
  version: '1',
  description: 'Connect Four on a 6×7 board: drop a stone into column 0 to 6. The caller plays both sides, 1 and −1.',
  action: z.object({ column: z.int() }).meta({ title: 'Connect4Action' }),
  observation: z
    .object({ board: z.array(z.array(z.int())).default([]), legal_actions: z.array(z.int()).default([]) })
    .meta({ title: 'Connect4Observation' }),
  state: Connect4State,
  view: { isUnpublished: true, schema: Connect4State, namedBeforeReset: true, from: (state) => state },
  afterDone: 'continue',
  examples: [{ column: 3 }, { column: 2 }],

  reset() {
    const board = Array.from({ length: ROWS }, () => Array.from({ length: COLUMNS }, () => 0))
    return { ...observe(board, 1), reward: 0 }
  },

  step(state, { column }) {
    const player = state.next_player
    const dropped = drop(state.board, column, player)
    // Upstream's penalty is an int, its other rewards are floats.
    if (!dropped) return { ...observe(state.board, -player), reward: -1n, done: true }
    const turn = observe(dropped.board, -player)
    if (wins(dropped.board, dropped.row, column, player)) return { ...turn, reward: 1, done: true }
    return { ...turn, reward: 0, done: turn.observation.legal_actions.length === 0 }
  },

  render({ board }) {
    const rows = board.map((cells) => cells.map((player) => (player === 1 ? 'X' : player === -1 ? 'O' : '.')).join(' '))
    return { text: [...rows, '0 1 2 3 4 5 6'].join('\n') }
  },
})
