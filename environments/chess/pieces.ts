/** A board of 16 columns, of which the right eight are off it: a square is rank·16 + file, and `square & 0x88` tells that it is outside. */
export const OFF_BOARD = 0x88

export const WHITE = 0
export const BLACK = 1

export const EMPTY = 0
export const PAWN = 1
export const KNIGHT = 2
export const BISHOP = 3
export const ROOK = 4
export const QUEEN = 5
export const KING = 6

/** A piece is its type, plus 8 when it is black. */
export const COLOR_SHIFT = 3
export const TYPE_MASK = 7

/** By piece code; also FEN's letters. */
export const LETTERS = ' PNBRQK  pnbrqk'

export const KNIGHT_STEPS = [31, 33, 14, 18, -14, -18, -31, -33] as const
export const BISHOP_STEPS = [15, 17, -15, -17] as const
export const ROOK_STEPS = [1, 16, -1, -16] as const
export const QUEEN_STEPS = [...ROOK_STEPS, ...BISHOP_STEPS] as const

/** The squares by rank from the first, by file within. */
export const SQUARES: readonly number[] = Array.from({ length: 64 }, (_, index) => (index >> 3) * 16 + (index & 7))

export function nameSquare(square: number): string {
  return 'abcdefgh'.charAt(square & 7) + String((square >> 4) + 1)
}

/** The square of a name such as `e4`, or −1. */
export function findSquare(name: string): number {
  if (!/^[a-h][1-8]$/.test(name)) return -1
  return (Number(name.charAt(1)) - 1) * 16 + 'abcdefgh'.indexOf(name.charAt(0))
}
