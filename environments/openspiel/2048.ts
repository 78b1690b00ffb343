import { z } from 'zod'
import type { Rng } from '../../core/index.ts'
import { type Game, TERMINAL } from './game.ts'

const SIZE = 4
const CELLS = SIZE * SIZE
const DEFAULT_GOAL = 2048
const FOUR_PROBABILITY = 0.1

/** Tile values by cell, row by row, 0 free; and the cells whose tile the last move made by a merge. */
const Game2048State = z.object({ board: z.array(z.int()), merged: z.array(z.int()) })
type Game2048State = z.output<typeof Game2048State>

const ROWS = Array.from({ length: SIZE }, (_, row) => Array.from({ length: SIZE }, (_, column) => row * SIZE + column))
const COLUMNS = Array.from({ length: SIZE }, (_, column) => Array.from({ length: SIZE }, (_, row) => row * SIZE + column))

/** The four lines of cells by direction (up, right, down, left), each from the edge that the tiles slide to. */
const LINES = [COLUMNS, ROWS.map((line) => line.toReversed()), COLUMNS.map((line) => line.toReversed()), ROWS] as const
const DIRECTIONS = [0, 1, 2, 3] as const

/** The board and its merges after a slide, without a new tile. */
function slide(board: readonly number[], direction: number): { state: Game2048State; reward: number } {
  // OpenSpiel refuses 4 alone; any other int is a direction in which nothing moves.
  if (direction === LINES.length) throw new RangeError('Unrecognized direction')
  const lines = LINES[direction]
  if (lines === undefined) return { state: { board: [...board], merged: [] }, reward: 0 }
  const slid = new Array<number>(CELLS).fill(0)
  const merged: number[] = []
  let reward = 0
  for (const line of lines) {
    let filled = 0
    let canMerge = false
    for (const from of line) {
      const tile = board[from] ?? 0
      if (tile === 0) continue
      const last = line[filled - 1] ?? -1
      if (canMerge && slid[last] === tile) {
        slid[last] = tile * 2
        merged.push(last)
        reward += tile * 2
        canMerge = false
      } else {
        slid[line[filled++] ?? -1] = tile
        canMerge = true
      }
    }
  }
  return { state: { board: slid, merged }, reward }
}

/**
 * OpenSpiel's legality: a tile that the last move made still counts as merged, so a merge into it alone makes no direction legal.
 * Asked several times a step, so it allocates nothing.
 */
function isLegal({ board, merged }: Game2048State, lines: readonly (readonly number[])[]): boolean {
  for (const line of lines) {
    let to = -1
    let ahead = -1
    for (const from of line) {
      const tile = board[from] ?? 0
      if (tile !== 0 && (ahead === 0 || (ahead === tile && !merged.includes(to)))) return true
      to = from
      ahead = tile
    }
  }
  return false
}

function addTile(board: readonly number[], rng: Rng): number[] {
  const free: number[] = []
  for (let cell = 0; cell < CELLS; cell++) if (board[cell] === 0) free.push(cell)
  return board.with(rng.choice(free), rng.random() < FOUR_PROBABILITY ? 4 : 2)
}

/** Slide and merge tiles: 0 up, 1 right, 2 down, 3 left. What moves nothing costs a step and pays 0. The end is a tile of `goal`. */
export function create2048(goal = DEFAULT_GOAL): Game<Game2048State> {
  const isOver = (state: Game2048State) => state.board.includes(goal) || !LINES.some((lines) => isLegal(state, lines))

  return {
    name: '2048',
    description:
      'Slide and merge tiles up to 2048: 0 up, 1 right, 2 down, 3 left. `info_state` is the board, row by row; the reward is the sum of the tiles made.',
    players: 1,
    state: Game2048State,

    legalActions: (state) => (state.board.includes(goal) ? [] : DIRECTIONS.filter((direction) => isLegal(state, LINES[direction]))),

    start: (rng) => ({ board: addTile(addTile(new Array<number>(CELLS).fill(0), rng), rng), merged: [] }),

    player: (state) => (isOver(state) ? TERMINAL : 0),

    apply({ board }, action, rng) {
      const { state, reward } = slide(board, action)
      if (state.board.includes(goal) || state.board.every((tile, cell) => tile === board[cell])) return { state, reward }
      return { state: { ...state, board: addTile(state.board, rng) }, reward }
    },

    infoState: ({ board }) => [...board],

    picture: ({ board }) => ROWS.map((line) => line.map((cell) => String(board[cell] || '.').padStart(4)).join(' ')).join('\n'),
  }
}
