import { EMPTY, findSquare, KING, LETTERS, nameSquare, PAWN, TYPE_MASK } from './pieces.ts'

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

/** The move of a UCI name that was legal when it was played; a king that goes to its own rook castles. */
export function readMove({ squares }: { readonly squares: Uint8Array }, name: string): Move {
  const [from, to] = [findSquare(name.slice(0, 2)), findSquare(name.slice(2, 4))]
  const piece = (squares[from] as number) & TYPE_MASK
  const target = squares[to] as number
  const files = (to & 7) - (from & 7)
  const isOntoRook = target !== EMPTY && target >> 3 === (squares[from] as number) >> 3
  if (piece === KING && (Math.abs(files) === 2 || isOntoRook)) return encodeMove(from, from + 2 * Math.sign(files), 0, CASTLING)
  if (piece !== PAWN) return encodeMove(from, to, 0, PLAIN)
  if (Math.abs(to - from) === 32) return encodeMove(from, to, 0, DOUBLE_PUSH)
  const promotion = name.length === 5 ? LETTERS.indexOf(name.charAt(4).toUpperCase()) : 0
  return encodeMove(from, to, promotion, files !== 0 && target === EMPTY ? EN_PASSANT : PLAIN)
}
