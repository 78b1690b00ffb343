import { ATTACKERS, CENTRE, STEPS } from './attacks.ts'
import type { Board } from './board.ts'
import { END_GAME_SCORES, MIDDLE_GAME_SCORES } from './evaluation.ts'
import { CASTLING, EN_PASSANT, fromOf, kindOf, type Move, promotionOf, toOf } from './move.ts'
import { generatePseudoLegal, hasLegalMove, isLegal, MAX_MOVES } from './moves.ts'
import { EMPTY, PAWN, TYPE_MASK } from './pieces.ts'

const CHECKMATE = 10 ** 8
const CHECKMATE_THRESHOLD = 999 * 10 ** 4
const SEARCH_DEPTH = 2
const QUIESCENCE_DEPTH = 3
const CAPTURE_ORDER = 1 << 20
const KILLER_ORDER = 1 << 19

/** The moves of one node, best guesses first. */
class MoveList {
  readonly moves = new Int32Array(MAX_MOVES)
  readonly #orders = new Int32Array(MAX_MOVES)
  count = 0

  setOrder(at: number, order: number): void {
    this.#orders[at] = order
  }

  /** Brings the best of the moves from `at` on to `at`. */
  pick(at: number): Move {
    let best = at
    for (let i = at + 1; i < this.count; i++) if ((this.#orders[i] as number) > (this.#orders[best] as number)) best = i
    const move = this.moves[best] as number
    this.moves[best] = this.moves[at] as number
    this.#orders[best] = this.#orders[at] as number
    this.moves[at] = move
    return move
  }
}

/**
 * moonfish's search with its values: negamax to depth 2 with alpha-beta, then quiescence to depth 3 over captures, pawn moves and
 * checks. Moves are tried in another order than moonfish's, which shuffles them; that decides only between moves of one score.
 */
class Search {
  readonly #board: Board
  readonly #lists = Array.from({ length: SEARCH_DEPTH + QUIESCENCE_DEPTH + 1 }, () => new MoveList())
  readonly #scratch = new Int32Array(MAX_MOVES)
  #killer: Move = 0
  best: Move | undefined

  constructor(board: Board) {
    this.#board = board
  }

  negamax(depth: number, alpha: number, beta: number): number {
    const board = this.#board
    const isInCheck = board.isInCheck(board.turn)
    if (!hasLegalMove(board, isInCheck, this.#scratch)) return isInCheck ? -CHECKMATE : 0
    if (depth === 0) return this.#quiesce(QUIESCENCE_DEPTH, alpha, beta)
    const list = this.#lists[QUIESCENCE_DEPTH + depth] as MoveList
    list.count = generatePseudoLegal(board, list.moves)
    for (let i = 0; i < list.count; i++) list.setOrder(i, this.#order(list.moves[i] as number))
    let best = -Infinity
    let floor = alpha
    for (let i = 0; i < list.count; i++) {
      const move = list.pick(i)
      if (!isLegal(board, move, isInCheck)) continue
      board.make(move)
      const score = towardsZero(-this.negamax(depth - 1, -beta, -floor))
      board.unmake()
      if (score > best) {
        best = score
        if (depth === SEARCH_DEPTH) this.best = move
      }
      if (score >= beta) {
        this.#killer = move
        return score
      }
      if (score > floor) floor = score
    }
    return best
  }

  #quiesce(depth: number, alpha: number, beta: number): number {
    const board = this.#board
    const isInCheck = board.isInCheck(board.turn)
    if (!hasLegalMove(board, isInCheck, this.#scratch)) return isInCheck ? -CHECKMATE : 0
    const standing = board.evaluation()
    if (depth === 0) return standing
    if (standing >= beta) return beta
    let floor = Math.max(alpha, standing)
    const list = this.#lists[depth] as MoveList
    this.#generateForcing(list)
    for (let i = 0; i < list.count; i++) {
      const move = list.pick(i)
      if (!isLegal(board, move, isInCheck)) continue
      board.make(move)
      const score = -this.#quiesce(depth - 1, -beta, -floor)
      board.unmake()
      if (score >= beta) return beta
      if (score > floor) floor = score
    }
    return floor
  }

  /** Captures, pawn moves and checks. */
  #generateForcing(list: MoveList): void {
    const board = this.#board
    const count = generatePseudoLegal(board, list.moves)
    let kept = 0
    for (let i = 0; i < count; i++) {
      const move = list.moves[i] as number
      const isZeroing = (board.squares[toOf(move)] as number) !== EMPTY || ((board.squares[fromOf(move)] as number) & TYPE_MASK) === PAWN
      if (!isZeroing && !this.#givesCheck(move)) continue
      list.moves[kept] = move
      list.setOrder(kept, this.#order(move))
      kept++
    }
    list.count = kept
  }

  #givesCheck(move: Move): boolean {
    const board = this.#board
    const king = board.kings[board.turn ^ 1] as number
    if (king < 0) return false
    const from = fromOf(move)
    const attackers = ATTACKERS[king - toOf(move) + CENTRE] as number
    const mayCheck = (attackers >> (board.squares[from] as number)) & 1 || STEPS[king - from + CENTRE] !== 0 || kindOf(move) === CASTLING
    if (!mayCheck) return false
    board.make(move)
    const isCheck = board.isInCheck(board.turn)
    board.unmake()
    return isCheck
  }

  /** A guess at a move's worth: what it takes and becomes, then what its piece gains by its place. */
  #order(move: Move): number {
    const { squares, turn } = this.#board
    const [from, to] = [fromOf(move), toOf(move)]
    const piece = squares[from] as number
    const victim = kindOf(move) === EN_PASSANT ? PAWN : (squares[to] as number) & TYPE_MASK
    const value = victim * 16 + promotionOf(move) * 16
    if (value !== 0) return CAPTURE_ORDER + value * 64 - (piece & TYPE_MASK)
    if (move === this.#killer) return KILLER_ORDER
    const row = piece * 128
    const gain =
      (MIDDLE_GAME_SCORES[row + to] as number) +
      (END_GAME_SCORES[row + to] as number) -
      (MIDDLE_GAME_SCORES[row + from] as number) -
      (END_GAME_SCORES[row + from] as number)
    return turn === 0 ? gain : -gain
  }
}

/** A mate counts one less a ply, so that the nearer one is preferred. */
function towardsZero(score: number): number {
  if (score > CHECKMATE_THRESHOLD) return score - 1
  return score < -CHECKMATE_THRESHOLD ? score + 1 : score
}

/** The reply and its score from the side to move; no move where there is none. */
export function searchMove(board: Board): { move: Move | undefined; score: number } {
  const search = new Search(board)
  const score = search.negamax(SEARCH_DEPTH, -Infinity, Infinity)
  return { move: search.best, score }
}
