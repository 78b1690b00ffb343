import { CENTRE, STEPS } from './attacks.ts'
import { BLACK_LONG, BLACK_SHORT, type Board, WHITE_LONG, WHITE_SHORT } from './board.ts'
import { CASTLING, DOUBLE_PUSH, EN_PASSANT, encodeMove, fromOf, kindOf, type Move, PLAIN } from './move.ts'
import {
  BISHOP,
  BISHOP_STEPS,
  COLOR_SHIFT,
  EMPTY,
  KNIGHT,
  KNIGHT_STEPS,
  OFF_BOARD,
  PAWN,
  QUEEN,
  QUEEN_STEPS,
  ROOK,
  ROOK_STEPS,
  TYPE_MASK,
  WHITE,
} from './pieces.ts'

/** More than any position has. */
export const MAX_MOVES = 512
const PROMOTIONS = [QUEEN, ROOK, BISHOP, KNIGHT] as const

/** Writes the pseudo-legal moves of one piece into `moves` from `count` on; returns the new count. */
function generateFrom(board: Board, from: number, moves: Int32Array, count: number): number {
  switch ((board.squares[from] as number) & TYPE_MASK) {
    case PAWN:
      return generatePawn(board, from, moves, count)
    case KNIGHT:
      return generateSteps(board, from, KNIGHT_STEPS, moves, count)
    case BISHOP:
      return generateLines(board, from, BISHOP_STEPS, moves, count)
    case ROOK:
      return generateLines(board, from, ROOK_STEPS, moves, count)
    case QUEEN:
      return generateLines(board, from, QUEEN_STEPS, moves, count)
    default:
      return generateCastling(board, from, moves, generateSteps(board, from, QUEEN_STEPS, moves, count))
  }
}

function generateSteps(board: Board, from: number, steps: readonly number[], moves: Int32Array, start: number): number {
  let count = start
  for (let i = 0; i < steps.length; i++) {
    const to = from + (steps[i] as number)
    if ((to & OFF_BOARD) !== 0) continue
    const target = board.squares[to] as number
    if (target === EMPTY || target >> COLOR_SHIFT !== board.turn) moves[count++] = encodeMove(from, to, 0, PLAIN)
  }
  return count
}

function generateLines(board: Board, from: number, steps: readonly number[], moves: Int32Array, start: number): number {
  let count = start
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as number
    for (let to = from + step; (to & OFF_BOARD) === 0; to += step) {
      const target = board.squares[to] as number
      if (target === EMPTY || target >> COLOR_SHIFT !== board.turn) moves[count++] = encodeMove(from, to, 0, PLAIN)
      if (target !== EMPTY) break
    }
  }
  return count
}

function generatePawn(board: Board, from: number, moves: Int32Array, start: number): number {
  const { squares, turn, enPassant } = board
  const ahead = turn === WHITE ? 16 : -16
  const rank = from >> 4
  let count = start
  const push = from + ahead
  if ((push & OFF_BOARD) === 0 && squares[push] === EMPTY) {
    count = addPawnMove(from, push, moves, count)
    const isAtHome = rank === (turn === WHITE ? 1 : 6)
    if (isAtHome && squares[push + ahead] === EMPTY) moves[count++] = encodeMove(from, push + ahead, 0, DOUBLE_PUSH)
  }
  for (let side = -1; side <= 1; side += 2) {
    const to = push + side
    if ((to & OFF_BOARD) !== 0) continue
    const target = squares[to] as number
    if (target !== EMPTY) {
      if (target >> COLOR_SHIFT !== turn) count = addPawnMove(from, to, moves, count)
    } else if (to === enPassant && rank === (turn === WHITE ? 4 : 3)) moves[count++] = encodeMove(from, to, 0, EN_PASSANT)
  }
  return count
}

function addPawnMove(from: number, to: number, moves: Int32Array, start: number): number {
  let count = start
  const rank = to >> 4
  if (rank !== 0 && rank !== 7) moves[count++] = encodeMove(from, to, 0, PLAIN)
  else for (const type of PROMOTIONS) moves[count++] = encodeMove(from, to, type, PLAIN)
  return count
}

/** Castling is generated only where it is legal. */
function generateCastling(board: Board, from: number, moves: Int32Array, start: number): number {
  const [short, long] = board.turn === WHITE ? [WHITE_SHORT, WHITE_LONG] : [BLACK_SHORT, BLACK_LONG]
  if ((board.castling & (short | long)) === 0 || board.isInCheck(board.turn)) return start
  const { squares } = board
  const enemy = board.turn ^ 1
  const isSafe = (step: number) => !board.isAttacked(from + step, enemy) && !board.isAttacked(from + 2 * step, enemy)
  let count = start
  if ((board.castling & short) !== 0 && squares[from + 1] === EMPTY && squares[from + 2] === EMPTY && isSafe(1)) {
    moves[count++] = encodeMove(from, from + 2, 0, CASTLING)
  }
  const isLongOpen = squares[from - 1] === EMPTY && squares[from - 2] === EMPTY && squares[from - 3] === EMPTY
  if ((board.castling & long) !== 0 && isLongOpen && isSafe(-1)) moves[count++] = encodeMove(from, from - 2, 0, CASTLING)
  return count
}

/** Writes the pseudo-legal moves of the side to move; some may leave its king in check. */
export function generatePseudoLegal(board: Board, moves: Int32Array): number {
  const first = board.turn * 64
  const end = first + (board.counts[board.turn] as number)
  let count = 0
  for (let at = first; at < end; at++) count = generateFrom(board, board.pieces[at] as number, moves, count)
  return count
}

/** True when a pseudo-legal move leaves its own king safe. Only a move that could bare the king is tried out. */
export function isLegal(board: Board, move: Move, isInCheck: boolean): boolean {
  const king = board.kings[board.turn] as number
  if (king < 0) return true
  const from = fromOf(move)
  const isSuspect = isInCheck || from === king || kindOf(move) === EN_PASSANT || STEPS[from - king + CENTRE] !== 0
  if (!isSuspect) return true
  const color = board.turn
  board.make(move)
  const isSafe = !board.isInCheck(color)
  board.unmake()
  return isSafe
}

export function hasLegalMove(board: Board, isInCheck: boolean, moves: Int32Array): boolean {
  const first = board.turn * 64
  // Downwards: trying out a promotion moves the pawn to the end of the list, past what is still to be visited.
  for (let at = first + (board.counts[board.turn] as number) - 1; at >= first; at--) {
    const count = generateFrom(board, board.pieces[at] as number, moves, 0)
    for (let i = 0; i < count; i++) if (isLegal(board, moves[i] as number, isInCheck)) return true
  }
  return false
}

export function legalMoves(board: Board): Move[] {
  const moves = new Int32Array(MAX_MOVES)
  const isInCheck = board.isInCheck(board.turn)
  return [...moves.subarray(0, generatePseudoLegal(board, moves))].filter((move) => isLegal(board, move, isInCheck))
}
