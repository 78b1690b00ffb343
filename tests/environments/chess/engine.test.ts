import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseFen } from '../../../environments/chess/fen.ts'
import { nameMove } from '../../../environments/chess/move.ts'
import { legalMoves } from '../../../environments/chess/moves.ts'
import { searchMove } from '../../../environments/chess/search.ts'
import { readFixture } from '../fixture.ts'

const Vector = z.object({
  fen: z.string(),
  evaluation: z.number(),
  legal: z.int(),
  best_score: z.number().optional(),
  replies: z.array(z.string()).default([]),
})

/** moonfish's own evaluations, scores and replies, as its package of PyPI gives them. */
const vectors = readFixture('moonfish.json', z.array(Vector))
const replies = readFixture('chess-replies.json', z.array(z.object({ fen: z.string(), score: z.number() })))

test.each(vectors)('moonfish judges and answers $fen alike', ({ fen, evaluation, legal, best_score, replies }) => {
  const board = parseFen(fen)
  expect([board.evaluation(), legalMoves(board).length]).toEqual([evaluation, legal])
  const { move, score } = searchMove(board)
  if (best_score === undefined) expect(move).toBeUndefined()
  else expect([score, replies]).toEqual([best_score, expect.arrayContaining([nameMove(move ?? 0)])])
})

test('the score of the reply is moonfish’s to the last bit in the middle of random games', { timeout: 120_000 }, () => {
  expect(replies.map(({ fen }) => ({ fen, score: searchMove(parseFen(fen)).score }))).toEqual(replies)
})
