import { z } from 'zod'
import { type Game, type Player, TERMINAL } from './game.ts'

const CELLS = 9
const EMPTY = 0
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const

/** One number a cell, in the order of the tensor's planes: 0 empty, 1 O (the opponent), 2 X (the agent). */
const TicTacToeState = z.object({ board: z.array(z.int()) })
type TicTacToeState = z.output<typeof TicTacToeState>

/** The mark with three in a row, or `EMPTY`. */
function winner(board: readonly number[]): number {
  const line = LINES.find(([a, b, c]) => board[a] !== EMPTY && board[a] === board[b] && board[b] === board[c])
  return line === undefined ? EMPTY : (board[line[0]] ?? EMPTY)
}

function emptyCells(board: readonly number[]): number[] {
  return board.flatMap((mark, cell) => (mark === EMPTY ? [cell] : []))
}

function player({ board }: TicTacToeState): Player {
  const free = emptyCells(board).length
  if (free === 0 || winner(board) !== EMPTY) return TERMINAL
  return free % 2 === 1 ? 0 : 1
}

/** Noughts and crosses; the agent is X and moves first. */
export const ticTacToeGame: Game<TicTacToeState> = {
  name: 'tic_tac_toe',
  description:
    'Noughts and crosses against an opponent; the agent is X and moves first. Cells are 0 to 8, row by row; `info_state` is three boards: free, O, X.',
  players: 2,
  state: TicTacToeState,

  start: () => ({ board: new Array<number>(CELLS).fill(EMPTY) }),

  player,

  legalActions: (state) => (player(state) === TERMINAL ? [] : emptyCells(state.board)),

  apply(state, action) {
    const mark = state.board[action]
    if (mark === undefined) throw new RangeError(`Cell ${action} is not on the board: cells are 0 to ${CELLS - 1}.`)
    if (mark !== EMPTY) throw new RangeError(`Cell ${action} is taken.`)
    const board = state.board.with(action, player(state) === 0 ? 2 : 1)
    return { state: { board }, reward: [0, -1, 1][winner(board)] ?? 0 }
  },

  infoState: ({ board }) => [0, 1, 2].flatMap((plane) => board.map((mark) => (mark === plane ? 1 : 0))),

  picture({ board }) {
    const marks = board.map((mark) => '.ox'[mark] ?? '?').join('')
    return [marks.slice(0, 3), marks.slice(3, 6), marks.slice(6)].join('\n')
  },
}
