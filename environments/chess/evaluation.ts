import { BLACK, COLOR_SHIFT, KING, PAWN, SQUARES, WHITE } from './pieces.ts'
import { END_GAME, END_GAME_VALUES, MIDDLE_GAME, MIDDLE_GAME_VALUES } from './tables.ts'

const TOTAL_PHASE = 24

/** How much a piece by its code counts against the end game. */
export const PHASE_WEIGHTS = Uint8Array.from([0, 0, 1, 1, 2, 4, 0, 0, 0, 0, 1, 1, 2, 4, 0, 0])

/** Values of a piece on a square, read at `piece · 128 + square`; Black's are negative. */
export const MIDDLE_GAME_SCORES = tabulate(MIDDLE_GAME, MIDDLE_GAME_VALUES)
export const END_GAME_SCORES = tabulate(END_GAME, END_GAME_VALUES)

function tabulate(tables: readonly (readonly number[])[], values: readonly number[]): Int16Array {
  const scores = new Int16Array(16 * 128)
  for (let type = PAWN; type <= KING; type++) {
    SQUARES.forEach((square, index) => {
      const value = values[type - 1] ?? 0
      const table = tables[type - 1] ?? []
      scores[type * 128 + square] = value + (table[index ^ 56] ?? 0)
      scores[(type | (BLACK << COLOR_SHIFT)) * 128 + square] = -value - (table[index] ?? 0)
    })
  }
  return scores
}

/**
 * moonfish's evaluation, to the last bit: sums of White's values minus Black's, blended by a phase that is not rounded, seen from
 * the side to move. `weight` is the sum of the phase weights on the board.
 */
export function evaluate(middleGame: number, endGame: number, weight: number, turn: number): number {
  const phase = ((TOTAL_PHASE - weight) * 256 + TOTAL_PHASE / 2) / TOTAL_PHASE
  // `0 - x`, not `-x`: Python has no negative zero here.
  const [middle, end] = turn === WHITE ? [middleGame, endGame] : [0 - middleGame, 0 - endGame]
  return (middle * (256 - phase) + end * phase) / 256
}
