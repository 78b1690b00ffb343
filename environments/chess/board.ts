import { ATTACKERS, CENTRE, isOpen } from './attacks.ts'
import { END_GAME_SCORES, evaluate, MIDDLE_GAME_SCORES, PHASE_WEIGHTS } from './evaluation.ts'
import { CASTLING, DOUBLE_PUSH, EN_PASSANT, fromOf, kindOf, type Move, promotionOf, toOf } from './move.ts'
import { COLOR_SHIFT, EMPTY, KING, PAWN, SQUARES, TYPE_MASK, WHITE } from './pieces.ts'

/** Rights to castle as bits: White's king and queen side, Black's king and queen side. */
export const WHITE_SHORT = 1
export const WHITE_LONG = 2
export const BLACK_SHORT = 4
export const BLACK_LONG = 8

const MAX_PIECES = 64
/** Moves that can be taken back. */
const MAX_DEPTH = 32

/** The rights that are left when something leaves or enters a square. */
const RIGHTS_KEPT = new Uint8Array(128).fill(15)
RIGHTS_KEPT[0x00] = 15 - WHITE_LONG
RIGHTS_KEPT[0x04] = 15 - WHITE_LONG - WHITE_SHORT
RIGHTS_KEPT[0x07] = 15 - WHITE_SHORT
RIGHTS_KEPT[0x70] = 15 - BLACK_LONG
RIGHTS_KEPT[0x74] = 15 - BLACK_LONG - BLACK_SHORT
RIGHTS_KEPT[0x77] = 15 - BLACK_SHORT

/** A position that moves are played on and taken back from. Keeps the sums that the evaluation needs. */
export class Board {
  /** Piece codes by 0x88 square. */
  readonly squares = new Uint8Array(128)
  turn: number = WHITE
  castling = 0
  /** The square behind a pawn that has just made two steps, or −1. */
  enPassant = -1
  halfmoveClock = 0
  fullmoveNumber = 1
  /** Squares of the kings by colour; −1 without one. */
  readonly kings = Int16Array.of(-1, -1)
  /** Squares of a colour's pieces, at `color · 64`; `counts` tells how many. In no order. */
  readonly pieces = new Uint8Array(2 * MAX_PIECES)
  readonly counts = new Uint8Array(2)
  readonly #places = new Uint8Array(128)
  #middleGame = 0
  #endGame = 0
  #phaseWeight = 0
  #depth = 0
  readonly #moves = new Int32Array(MAX_DEPTH)
  readonly #captured = new Uint8Array(MAX_DEPTH)
  readonly #castlings = new Uint8Array(MAX_DEPTH)
  readonly #enPassants = new Int16Array(MAX_DEPTH)
  readonly #clocks = new Int32Array(MAX_DEPTH)

  /** From the side to move. */
  evaluation(): number {
    return evaluate(this.#middleGame, this.#endGame, this.#phaseWeight, this.turn)
  }

  put(square: number, piece: number): void {
    const color = piece >> COLOR_SHIFT
    const place = this.counts[color] as number
    this.counts[color] = place + 1
    this.pieces[color * MAX_PIECES + place] = square
    this.#places[square] = place
    this.squares[square] = piece
    if ((piece & TYPE_MASK) === KING) this.kings[color] = square
    this.#middleGame += MIDDLE_GAME_SCORES[piece * 128 + square] as number
    this.#endGame += END_GAME_SCORES[piece * 128 + square] as number
    this.#phaseWeight += PHASE_WEIGHTS[piece] as number
  }

  #remove(square: number): void {
    const piece = this.squares[square] as number
    const color = piece >> COLOR_SHIFT
    const last = (this.counts[color] as number) - 1
    const moved = this.pieces[color * MAX_PIECES + last] as number
    const place = this.#places[square] as number
    this.counts[color] = last
    this.pieces[color * MAX_PIECES + place] = moved
    this.#places[moved] = place
    this.squares[square] = EMPTY
    if ((piece & TYPE_MASK) === KING) this.kings[color] = -1
    this.#middleGame -= MIDDLE_GAME_SCORES[piece * 128 + square] as number
    this.#endGame -= END_GAME_SCORES[piece * 128 + square] as number
    this.#phaseWeight -= PHASE_WEIGHTS[piece] as number
  }

  #relocate(from: number, to: number): void {
    const piece = this.squares[from] as number
    const color = piece >> COLOR_SHIFT
    const place = this.#places[from] as number
    this.pieces[color * MAX_PIECES + place] = to
    this.#places[to] = place
    this.squares[from] = EMPTY
    this.squares[to] = piece
    if ((piece & TYPE_MASK) === KING) this.kings[color] = to
    const row = piece * 128
    this.#middleGame += (MIDDLE_GAME_SCORES[row + to] as number) - (MIDDLE_GAME_SCORES[row + from] as number)
    this.#endGame += (END_GAME_SCORES[row + to] as number) - (END_GAME_SCORES[row + from] as number)
  }

  /** Plays a pseudo-legal move that {@link unmake} can take back. */
  make(move: Move): void {
    const from = fromOf(move)
    const to = toOf(move)
    const kind = kindOf(move)
    const capturedAt = kind === EN_PASSANT ? this.#behind(to) : to
    const captured = this.squares[capturedAt] as number
    const isPawn = ((this.squares[from] as number) & TYPE_MASK) === PAWN
    const depth = this.#depth++
    this.#moves[depth] = move
    this.#captured[depth] = captured
    this.#castlings[depth] = this.castling
    this.#enPassants[depth] = this.enPassant
    this.#clocks[depth] = this.halfmoveClock
    if (captured !== EMPTY) this.#remove(capturedAt)
    this.#relocate(from, to)
    if (promotionOf(move) !== 0) this.#replace(to, promotionOf(move))
    if (kind === CASTLING) this.#relocate(...rookPath(from, to))
    this.castling &= (RIGHTS_KEPT[from] as number) & (RIGHTS_KEPT[to] as number)
    this.enPassant = kind === DOUBLE_PUSH ? (from + to) >> 1 : -1
    this.halfmoveClock = isPawn || captured !== EMPTY ? 0 : this.halfmoveClock + 1
    this.fullmoveNumber += this.turn
    this.turn ^= 1
  }

  /** Takes back the last {@link make}. */
  unmake(): void {
    const depth = --this.#depth
    const move = this.#moves[depth] as number
    const from = fromOf(move)
    const to = toOf(move)
    const kind = kindOf(move)
    this.turn ^= 1
    this.fullmoveNumber -= this.turn
    if (kind === CASTLING) {
      const [rookFrom, rookTo] = rookPath(from, to)
      this.#relocate(rookTo, rookFrom)
    }
    if (promotionOf(move) !== 0) this.#replace(to, PAWN)
    this.#relocate(to, from)
    const captured = this.#captured[depth] as number
    if (captured !== EMPTY) this.put(kind === EN_PASSANT ? this.#behind(to) : to, captured)
    this.castling = this.#castlings[depth] as number
    this.enPassant = this.#enPassants[depth] as number
    this.halfmoveClock = this.#clocks[depth] as number
  }

  /** Plays a move for good. */
  play(move: Move): void {
    this.make(move)
    this.#depth = 0
  }

  #replace(square: number, type: number): void {
    const color = (this.squares[square] as number) & ~TYPE_MASK
    this.#remove(square)
    this.put(square, type | color)
  }

  /** Where the pawn stands that is taken en passant by a move to `square`. */
  #behind(square: number): number {
    return this.turn === WHITE ? square - 16 : square + 16
  }

  isAttacked(square: number, by: number): boolean {
    const end = by * MAX_PIECES + (this.counts[by] as number)
    for (let at = by * MAX_PIECES; at < end; at++) {
      const from = this.pieces[at] as number
      const attackers = ATTACKERS[square - from + CENTRE] as number
      if ((attackers >> (this.squares[from] as number)) & 1 && isOpen(this.squares, from, square)) return true
    }
    return false
  }

  /** True when the king of `color` can be taken; a side without a king never is in check. */
  isInCheck(color: number): boolean {
    const king = this.kings[color] as number
    return king >= 0 && this.isAttacked(king, color ^ 1)
  }

  /** Visits every piece: what it is and where, rank by rank. */
  forEach(visit: (piece: number, square: number) => void): void {
    for (const square of SQUARES) if (this.squares[square] !== EMPTY) visit(this.squares[square] as number, square)
  }
}

/** From where to where the rook goes when the king castles. */
function rookPath(from: number, to: number): [number, number] {
  return to > from ? [to + 1, to - 1] : [to - 2, to + 1]
}
