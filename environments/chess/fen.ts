import { pythonRepr } from '../../core/python-text.ts'
import { BLACK_LONG, BLACK_SHORT, Board, WHITE_LONG, WHITE_SHORT } from './board.ts'
import { EN_PASSANT, kindOf } from './move.ts'
import { legalMoves } from './moves.ts'
import { BLACK, COLOR_SHIFT, EMPTY, findSquare, KING, LETTERS, nameSquare, PAWN, ROOK, WHITE } from './pieces.ts'

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** A right to castle: its letters (the file's in Shredder-FEN), and where king and rook must stand. */
const RIGHTS = [
  { letters: 'KH', bit: WHITE_SHORT, color: WHITE, king: 0x04, rook: 0x07 },
  { letters: 'QA', bit: WHITE_LONG, color: WHITE, king: 0x04, rook: 0x00 },
  { letters: 'kh', bit: BLACK_SHORT, color: BLACK, king: 0x74, rook: 0x77 },
  { letters: 'qa', bit: BLACK_LONG, color: BLACK, king: 0x74, rook: 0x70 },
] as const

/** Throws with python-chess's words, which upstream's clients see. */
function requirePart(holds: boolean, fault: string, text: string): void {
  if (!holds) throw new RangeError(`${fault}: ${pythonRepr(text)}`)
}

function putPieces(board: Board, placement: string): void {
  const rows = placement.split('/')
  requirePart(rows.length === 8, 'expected 8 rows in position part of fen', placement)
  rows.forEach((text, index) => {
    // A promoted piece's mark, which upstream reads and does not write.
    const row = text.replace(/(?<=[pnbrqkPNBRQK])~/g, '')
    requirePart(!row.includes('~'), "'~' not after piece in position part of fen", placement)
    requirePart(!/\d\d/.test(row.replace(/[90]/g, 'x')), 'two subsequent digits in position part of fen', placement)
    requirePart(/^[1-8pnbrqkPNBRQK]*$/.test(row), 'invalid character in position part of fen', placement)
    const cells = row.replace(/\d/g, (digit) => ' '.repeat(Number(digit)))
    requirePart(cells.length === 8, 'expected 8 columns per row in position part of fen', placement)
    for (let file = 0; file < 8; file++) {
      const piece = LETTERS.indexOf(cells.charAt(file))
      if (piece !== EMPTY) board.put((7 - index) * 16 + file, piece)
    }
  })
}

/** Rights whose king or rook has left are dropped, as python-chess does. */
function readCastling(board: Board, letters: string): number {
  return RIGHTS.filter(({ letters: [short = '', file = ''], color, king, rook }) => {
    const isNamed = letters.includes(short) || letters.includes(file)
    const hasKing = board.squares[king] === (KING | (color << COLOR_SHIFT))
    return isNamed && hasKing && board.squares[rook] === (ROOK | (color << COLOR_SHIFT))
  }).reduce((bits, { bit }) => bits | bit, 0)
}

/** A position from FEN; fields from the second on may be missing. Throws a RangeError for what is none. */
export function parseFen(fen: string): Board {
  const [placement, turn = 'w', castling = '-', enPassant = '-', halfmoves = '0', fullmoves = '1', ...rest] = fen.trim().split(/\s+/)
  if (placement === undefined || placement === '') throw new RangeError('empty fen')
  const board = new Board()
  requirePart(turn === 'w' || turn === 'b', "expected 'w' or 'b' for turn part of fen", fen)
  requirePart(/^(?:-|[KQABCDEFGH]{0,2}[kqabcdefgh]{0,2})$/.test(castling), 'invalid castling part in fen', fen)
  requirePart(enPassant === '-' || findSquare(enPassant) >= 0, 'invalid en passant part in fen', fen)
  requirePart(/^[+-]?\d+$/.test(halfmoves), 'invalid half-move clock in fen', fen)
  requirePart(Number(halfmoves) >= 0, 'half-move clock cannot be negative', fen)
  requirePart(/^[+-]?\d+$/.test(fullmoves), 'invalid fullmove number in fen', fen)
  requirePart(Number(fullmoves) >= 0, 'fullmove number cannot be negative', fen)
  requirePart(rest.length === 0, 'fen string has more parts than expected', fen)
  putPieces(board, placement)
  board.turn = turn === 'w' ? WHITE : BLACK
  board.castling = readCastling(board, castling)
  board.enPassant = findSquare(enPassant)
  board.halfmoveClock = Number(halfmoves)
  board.fullmoveNumber = Math.max(Number(fullmoves), 1)
  return board
}

function printPlacement(board: Board): string {
  const rows = Array.from({ length: 8 }, (_, index) => {
    const cells = Array.from({ length: 8 }, (_, file) => LETTERS.charAt(board.squares[(7 - index) * 16 + file] ?? EMPTY)).join('')
    return cells.replace(/ +/g, (gap) => String(gap.length))
  })
  return rows.join('/')
}

/** The en passant square is written only where a pawn may take there. */
function printEnPassant(board: Board): string {
  const { enPassant, turn } = board
  if (enPassant < 0) return '-'
  const behind = enPassant + (turn === WHITE ? -16 : 16)
  const hasNeighbour = [behind - 1, behind + 1].some((square) => board.squares[square] === (PAWN | (turn << COLOR_SHIFT)))
  const isLegal = hasNeighbour && legalMoves(board).some((move) => kindOf(move) === EN_PASSANT)
  return isLegal ? nameSquare(enPassant) : '-'
}

/** What must repeat for a repetition: FEN without its clocks. */
export function printPosition(board: Board): string {
  const rights = RIGHTS.map(({ letters, bit }) => ((board.castling & bit) === 0 ? '' : letters.charAt(0))).join('')
  return `${printPlacement(board)} ${board.turn === WHITE ? 'w' : 'b'} ${rights || '-'} ${printEnPassant(board)}`
}

export function printFen(board: Board): string {
  return `${printPosition(board)} ${board.halfmoveClock} ${board.fullmoveNumber}`
}
