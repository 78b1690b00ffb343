import { z } from 'zod'
import { defineEnvironment, listedTasks } from '../core/index.ts'
import type { Board } from './chess/board.ts'
import { drawBoard } from './chess/drawing.ts'
import { parseFen, printFen, START_FEN } from './chess/fen.ts'
import { nameMove } from './chess/move.ts'
import { legalMoves } from './chess/moves.ts'
import { TEST_OPENINGS, TRAINING_OPENINGS } from './chess/openings.ts'
import { findMove, judge, type Outcome } from './chess/outcome.ts'
import { BLACK, WHITE } from './chess/pieces.ts'
import { searchMove } from './chess/search.ts'

const GAMMA = 0.99
const ILLEGAL_REWARD = -0.1

const Side = z.enum(['white', 'black'])

const ChessObservation = z
  .object({
    fen: z.string().default(''),
    legal_moves: z.array(z.string()).default([]),
    is_check: z.boolean().default(false),
    result: z.string().nullable().default(null),
    // Upstream's ChessEnv reads both here, where upstream's server never puts them.
    done: z.boolean().default(false),
    reward: z.union([z.number(), z.int(), z.boolean(), z.null()]).default(null),
  })
  .meta({ title: 'ChessObservation' })

/** `moves` are UCI, both sides'; `agent_moves` counts the agent's. */
const ChessGame = z.object({ start_fen: z.string(), fen: z.string(), moves: z.array(z.string()), agent: Side, agent_moves: z.int() })
type ChessGame = z.output<typeof ChessGame>

/** A game with its position set up. */
interface Position {
  readonly game: ChessGame
  readonly board: Board
}

function sideToMove(board: Board): 'white' | 'black' {
  return board.turn === WHITE ? 'white' : 'black'
}

function judgePosition({ game, board }: Position): Outcome {
  return judge(board, legalMoves(board), game)
}

function record({ game, board }: Position, name: string): Position {
  return { board, game: { ...game, fen: printFen(board), moves: [...game.moves, name] } }
}

/** The opponent's move, where it has one. */
function reply(position: Position): Position {
  const { move } = searchMove(position.board)
  if (move === undefined) return position
  position.board.play(move)
  return record(position, nameMove(move))
}

/** The position after an opening's moves. */
function setUp(moves: string): Board {
  const board = parseFen(START_FEN)
  for (const name of moves.split(' ')) {
    const move = findMove(board, legalMoves(board), name)
    if (move === undefined) throw new RangeError(`The opening's move ${name} is not legal.`)
    board.play(move)
  }
  return board
}

/** γ to the power of the moves that were still to come, for each of the agent's moves. */
function discountRewards(count: number, reward: number): number[] {
  return Array.from({ length: count }, (_, index) => GAMMA ** (count - 1 - index) * reward)
}

function nameResult(board: Board, outcome: Outcome): string | null {
  if (outcome === 'mate') return board.turn === BLACK ? '1-0' : '0-1'
  return outcome === 'draw' ? '1/2-1/2' : null
}

function observe({ game, board }: Position, outcome: Outcome, reward: number) {
  const isDone = outcome !== undefined
  const discounted = isDone && game.agent_moves > 0 ? { discounted_rewards: discountRewards(game.agent_moves, reward), gamma: GAMMA } : {}
  return {
    state: game,
    observation: {
      fen: game.fen,
      legal_moves: legalMoves(board).map(nameMove),
      is_check: board.isInCheck(board.turn),
      result: nameResult(board, outcome),
      done: isDone,
      reward,
    },
    reward,
    done: isDone,
    metadata: {
      evaluation: board.evaluation(),
      fullmove_number: board.fullmoveNumber,
      halfmove_clock: board.halfmoveClock,
      ...discounted,
    },
  }
}

/** Mate pays 1 to whoever gave it, a draw and a move in the middle of a game nothing. */
function rewardOf({ game, board }: Position, outcome: Outcome): number {
  if (outcome !== 'mate') return 0
  return sideToMove(board) === game.agent ? -1 : 1
}

/**
 * Chess against moonfish. Without `agent_color` the agent has the side to move of a task's opening or of `fen`, or a drawn one at the
 * usual start.
 */
export const chess = defineEnvironment({
  name: 'chess',
  version: '1',
  description: 'Chess against a small engine; moves are UCI.',
  action: z.object({ move: z.string() }).meta({ title: 'ChessAction' }),
  observation: ChessObservation,
  metadata: z.object({
    evaluation: z.number(),
    fullmove_number: z.int(),
    halfmove_clock: z.int(),
    discounted_rewards: z.array(z.number()).optional(),
    gamma: z.number().optional(),
  }),
  state: ChessGame,
  options: z.object({ fen: z.string().nullish(), agent_color: Side.nullish() }),
  view: {
    isUnpublished: true,
    schema: z
      .object({ fen: z.string(), current_player: z.string(), move_history: z.array(z.string()), step_count: z.int() })
      .meta({ title: 'ChessState' }),
    namedBeforeReset: true,
    from: ({ fen, moves }) => ({
      fen,
      current_player: fen.split(' ')[1] === 'b' ? 'black' : 'white',
      move_history: moves,
      step_count: moves.length,
    }),
  },
  afterDone: 'continue',
  examples: [{ move: 'e2e4' }, { move: 'g1f3' }],

  tasks: listedTasks({ train: TRAINING_OPENINGS, test: TEST_OPENINGS }, { spec: z.object({ name: z.string(), moves: z.string() }) }),

  reset({ rng, options, task }) {
    const board = task === undefined ? parseFen(options.fen || START_FEN) : setUp(task.data.moves)
    const fen = printFen(board)
    const agent = options.agent_color ?? (task !== undefined || options.fen ? sideToMove(board) : rng.choice(['white', 'black'] as const))
    const start: Position = { board, game: { start_fen: fen, fen, moves: [], agent, agent_moves: 0 } }
    const position = sideToMove(board) === agent ? start : reply(start)
    return observe(position, judgePosition(position), 0)
  },

  step(game, { move: name }) {
    const board = parseFen(game.fen)
    const move = findMove(board, legalMoves(board), name)
    if (move === undefined) return observe({ game, board }, undefined, ILLEGAL_REWARD)
    board.play(move)
    const moved = record({ board, game: { ...game, agent_moves: game.agent_moves + 1 } }, name)
    const outcome = judgePosition(moved)
    if (outcome !== undefined) return observe(moved, outcome, rewardOf(moved, outcome))
    const replied = reply(moved)
    const final = judgePosition(replied)
    return observe(replied, final, rewardOf(replied, final))
  },

  render: ({ fen }) => ({ svg: drawBoard(fen) }),
})
