import { LETTERS, nameSquare } from './pieces.ts'

/** A move as one integer: from, to (7 bits each, at 0 and 8), the type promoted to (at 16) and a kind (at 20). */
export type Move = number

export const PLAIN = 0
export const EN_PASSANT = 1
export const DOUBLE_PUSH = 2
export const CASTLING = 3

const PROMOTION_SHIFT = 16
const KIND_SHIFT = 20

export function encodeMove(from: number, to: number, promotion: number, kind: number): Move {
  return from | (to << 8) | (promotion << PROMOTION_SHIFT) | (kind << KIND_SHIFT)
}

export function fromOf(move: Move): number {
  return move & 0x7f
}

export function toOf(move: Move): number {
  return (move >> 8) & 0x7f
}

/** The piece type that a pawn becomes, or 0. */
export function promotionOf(move: Move): number {
  return (move >> PROMOTION_SHIFT) & 7
}

export function kindOf(move: Move): number {
  return move >> KIND_SHIFT
}

/** UCI: `e2e4`, `e7e8q`. */
export function nameMove(move: Move): string {
  const promotion = promotionOf(move)
  return nameSquare(fromOf(move)) + nameSquare(toOf(move)) + (promotion === 0 ? '' : LETTERS.charAt(promotion).toLowerCase())
}
