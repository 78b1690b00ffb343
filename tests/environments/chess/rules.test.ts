import { createHash } from 'node:crypto'
import { Chess } from 'chess.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createRng } from '../../../core/index.ts'
import type { Board } from '../../../environments/chess/board.ts'
import { parseFen, printFen, START_FEN } from '../../../environments/chess/fen.ts'
import { nameMove } from '../../../environments/chess/move.ts'
import { legalMoves } from '../../../environments/chess/moves.ts'
import { findMove, judge } from '../../../environments/chess/outcome.ts'
import { createPyRandom } from '../../../environments/python-random.ts'
import { readFixture } from '../fixture.ts'

const GAMES = 2000
/** The second library is asked about the end of a game only, and is slow. */
const SECOND_GAMES = 400
const PLIES = 60
const SLOW = { timeout: 400_000 }

/** Positions and leaf counts at depth 4: chessprogramming.org/Perft_Results. */
const PERFT: readonly (readonly [string, number])[] = [
  [START_FEN, 197281],
  ['r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 4085603],
  ['8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 43238],
  ['r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 422333],
  ['rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', 2103487],
]

/** As in tests/interop/oracles/chess_games.py. */
const STARTS = [
  START_FEN,
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
  '8/8/4k3/8/8/3K4/8/R7 w - - 70 80',
  '8/8/8/4k3/8/8/3p4/3K4 w - - 0 1',
  '7k/7r/8/8/8/8/R7/K7 w - - 0 1',
  'k7/8/2n5/8/8/2B5/8/K7 b - - 4 40',
]

function countLeaves(board: Board, depth: number): number {
  const moves = legalMoves(board)
  if (depth === 1) return moves.length
  let leaves = 0
  for (const move of moves) {
    board.make(move)
    leaves += countLeaves(board, depth - 1)
    board.unmake()
  }
  return leaves
}

test.each(PERFT)('perft 4 of %s', SLOW, (fen, leaves) => {
  const board = parseFen(fen)
  expect(countLeaves(board, 4)).toBe(leaves)
  expect(printFen(board)).toBe(fen)
})

function digestOf(seed: number): [number, string] {
  const rng = createPyRandom(seed)
  const start_fen = STARTS[seed % STARTS.length] ?? START_FEN
  const board = parseFen(start_fen)
  const hash = createHash('sha256')
  const played: string[] = []
  for (;;) {
    const legal = legalMoves(board)
    const names = legal.map(nameMove).sort()
    const stands = judge(board, legal, { start_fen, moves: played }) ?? 'on'
    const isCheck = board.isInCheck(board.turn) ? 'True' : 'False'
    hash.update(`${printFen(board)}|${names.join(',')}|${isCheck}|${stands}\n`)
    const evaluation = new DataView(new ArrayBuffer(8))
    evaluation.setFloat64(0, board.evaluation())
    hash.update(evaluation)
    if (stands !== 'on' || played.length === PLIES) return [played.length, hash.digest('hex').slice(0, 12)]
    const name = rng.choice(names)
    const move = findMove(board, legal, name)
    if (move === undefined) throw new Error(`${name} is not legal`)
    board.play(move)
    played.push(name)
  }
}

test('2,000 random games are those of python-chess: every position, move, end and evaluation', SLOW, () => {
  const games = readFixture('chess-games.json', z.array(z.tuple([z.int(), z.string()])))
  expect(games).toHaveLength(GAMES)
  for (const [seed, expected] of games.entries()) expect([seed, ...digestOf(seed)]).toEqual([seed, ...expected])
})

test('random games come to positions whose moves are those of chess.js', SLOW, () => {
  const rng = createRng(64)
  for (let game = 0; game < SECOND_GAMES; game++) {
    const board = parseFen(rng.choice(STARTS.slice(0, 4)))
    for (let plies = rng.integer(0, PLIES); plies > 0 && legalMoves(board).length > 0; plies--) board.play(rng.choice(legalMoves(board)))
    const oracle = new Chess(printFen(board), { skipValidation: true })
    const names = oracle.moves({ verbose: true }).map(({ from, to, promotion = '' }) => `${from}${to}${promotion}`)
    expect(legalMoves(board).map(nameMove).sort()).toEqual(names.sort())
    expect([board.isInCheck(board.turn), printFen(board)]).toEqual([oracle.inCheck(), oracle.fen()])
  }
})

test('a castling king may be sent to its rook', () => {
  const board = parseFen('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1')
  const found = ['e1h1', 'e1a1', 'e1g1', 'e8h8'].map((name) => findMove(board, legalMoves(board), name))
  expect(found.map((move) => move && nameMove(move))).toEqual(['e1g1', 'e1c1', 'e1g1', undefined])
})

test('what is no FEN is refused in the words of python-chess', () => {
  expect(() => parseFen('bogus')).toThrow("expected 8 rows in position part of fen: 'bogus'")
  expect(() => parseFen('8/8/8/8/8/8/8/44 w')).toThrow('two subsequent digits in position part of fen')
  expect(() => parseFen('4k3/~8/8/8/8/8/8/4K3 w')).toThrow("'~' not after piece in position part of fen")
  expect(() => parseFen('a\0b')).toThrow("expected 8 rows in position part of fen: 'a\\x00b'")
  expect(printFen(parseFen('4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1'))).toBe('4k3/8/8/8/8/8/8/Q3K3 w - - 0 1')
  expect(() => parseFen('8/8/8/8/8/8/8/7 w')).toThrow('expected 8 columns per row in position part of fen')
  expect(() => parseFen('8/8/8/8/8/8/8/7x w')).toThrow('invalid character in position part of fen')
  expect(() => parseFen(`${START_FEN} extra`)).toThrow('fen string has more parts than expected')
})
