import type { Board } from './board.ts'
import { parseFen, printPosition } from './fen.ts'
import { fromOf, type Move, nameMove, readMove } from './move.ts'
import { BISHOP, BLACK, COLOR_SHIFT, KING, KNIGHT, QUEEN, TYPE_MASK, WHITE } from './pieces.ts'

/** Half-moves without a capture or a pawn move after which the game is drawn. */
const FIFTY_MOVES = 100
const REPETITIONS = 3
/** Half-moves that a threefold repetition takes at least. */
const SHORTEST_REPETITION = 8
const MAX_HALF_MOVES = 500

/** A game from its start, in UCI. */
export interface Game {
  readonly start_fen: string
  readonly moves: readonly string[]
}

/** `mate` is won by the side that moved last. */
export type Outcome = 'mate' | 'draw' | undefined

/** True when this side cannot mate by any sequence of moves, as python-chess judges it. */
function hasInsufficientMaterial(board: Board, color: number): boolean {
  const own: number[] = []
  const other: number[] = []
  const bishopShades = new Set<number>()
  board.forEach((piece, square) => {
    const type = piece & TYPE_MASK
    const side = piece >> COLOR_SHIFT === color ? own : other
    side.push(type)
    if (type === BISHOP) bishopShades.add(((square >> 4) + square) & 1)
  })
  if (own.some((type) => ![KING, KNIGHT, BISHOP].includes(type))) return false
  if (own.includes(KNIGHT)) return own.length <= 2 && other.every((type) => type === KING || type === QUEEN)
  if (own.includes(BISHOP)) return bishopShades.size <= 1 && [...own, ...other].every((type) => ![1, KNIGHT].includes(type))
  return true
}

/** A legal move by its UCI name. A king that castles may also be sent to its rook, as python-chess allows. */
export function findMove(board: Board, legal: readonly Move[], name: string): Move | undefined {
  const direct = legal.find((move) => nameMove(move) === name)
  if (direct !== undefined) return direct
  const castled = { e1h1: 'e1g1', e1a1: 'e1c1', e8h8: 'e8g8', e8a8: 'e8c8' }[name]
  if (castled === undefined) return undefined
  const move = legal.find((candidate) => nameMove(candidate) === castled)
  return move !== undefined && ((board.squares[fromOf(move)] ?? 0) & TYPE_MASK) === KING ? move : undefined
}

/** True when the position now has stood on the board three times. */
function isRepeated(board: Board, { start_fen, moves }: Game): boolean {
  const reversible = Math.min(board.halfmoveClock, moves.length)
  if (reversible < SHORTEST_REPETITION) return false
  const replayed = parseFen(start_fen)
  const position = printPosition(board)
  let count = 0
  for (let played = 0; ; played++) {
    // Only a position with the same side to move can be the same.
    const isCandidate = played >= moves.length - reversible && (moves.length - played) % 2 === 0
    if (isCandidate && printPosition(replayed) === position) count++
    const name = moves[played]
    if (name === undefined) return count >= REPETITIONS
    replayed.play(readMove(replayed, name))
  }
}

/** How the game stands for the side to move, whose legal moves are given. */
export function judge(board: Board, legal: readonly Move[], game: Game): Outcome {
  if (legal.length === 0) return board.isInCheck(board.turn) ? 'mate' : 'draw'
  const isDead = [WHITE, BLACK].every((color) => hasInsufficientMaterial(board, color))
  const isOver = isDead || board.halfmoveClock >= FIFTY_MOVES || isRepeated(board, game) || game.moves.length >= MAX_HALF_MOVES
  return isOver ? 'draw' : undefined
}
