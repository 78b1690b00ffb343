import {
  BISHOP,
  BISHOP_STEPS,
  BLACK,
  COLOR_SHIFT,
  KING,
  KNIGHT,
  KNIGHT_STEPS,
  OFF_BOARD,
  PAWN,
  QUEEN,
  QUEEN_STEPS,
  ROOK,
  ROOK_STEPS,
  WHITE,
} from './pieces.ts'

/** The middle of tables that are read at `to − from + CENTRE`. */
export const CENTRE = 119
const TABLE_SIZE = 2 * CENTRE + 1

/** Which piece codes attack over a difference of squares on an empty board: bit `1 << code`. */
export const ATTACKERS = new Uint16Array(TABLE_SIZE)

/** The step that leads over a difference of squares along a line; 0 off every line. */
export const STEPS = new Int8Array(TABLE_SIZE)

function mark(difference: number, type: number): void {
  for (const color of [WHITE, BLACK])
    ATTACKERS[difference + CENTRE] = (ATTACKERS[difference + CENTRE] ?? 0) | (1 << (type | (color << COLOR_SHIFT)))
}

function fill(): void {
  for (const step of KNIGHT_STEPS) mark(step, KNIGHT)
  for (const step of QUEEN_STEPS) mark(step, KING)
  for (const [steps, slider] of [
    [ROOK_STEPS, ROOK],
    [BISHOP_STEPS, BISHOP],
  ] as const) {
    for (const step of steps) {
      for (let length = 1; length < 8; length++) {
        mark(step * length, slider)
        mark(step * length, QUEEN)
        STEPS[step * length + CENTRE] = step
      }
    }
  }
  for (const side of [15, 17]) {
    ATTACKERS[side + CENTRE] = (ATTACKERS[side + CENTRE] ?? 0) | (1 << PAWN)
    ATTACKERS[CENTRE - side] = (ATTACKERS[CENTRE - side] ?? 0) | (1 << (PAWN | (BLACK << COLOR_SHIFT)))
  }
}

fill()

/** True where nothing stands between two squares of one line. */
export function isOpen(squares: Uint8Array, from: number, to: number): boolean {
  const step = STEPS[to - from + CENTRE] as number
  if (step === 0) return true
  for (let square = from + step; square !== to; square += step) if ((square & OFF_BOARD) !== 0 || squares[square] !== 0) return false
  return true
}
