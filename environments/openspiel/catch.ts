import { z } from 'zod'
import { type Game, oneHot, TERMINAL } from './game.ts'

const ROWS = 10
const COLUMNS = 5
const LAST_ROW = ROWS - 1

const CatchState = z.object({ ball_row: z.int(), ball_column: z.int(), paddle_column: z.int() })
type CatchState = z.output<typeof CatchState>

/** A ball falls a row a step; the paddle in the last row moves left (0), stays (1) or moves right (2). Any other int moves by itself − 1. */
export const catchGame: Game<CatchState> = {
  name: 'catch',
  description:
    'Catch a falling ball with a paddle: 0 left, 1 stay, 2 right. `info_state` is the screen, ten rows of five, the paddle in the last.',
  players: 1,
  state: CatchState,

  start(rng) {
    return { ball_row: 0, ball_column: rng.integer(0, COLUMNS - 1), paddle_column: Math.floor(COLUMNS / 2) }
  },

  player: (state) => (state.ball_row === LAST_ROW ? TERMINAL : 0),

  legalActions: (state) => (state.ball_row === LAST_ROW ? [] : [0, 1, 2]),

  apply(state, action) {
    const ball_row = state.ball_row + 1
    const paddle_column = Math.min(Math.max(state.paddle_column + action - 1, 0), COLUMNS - 1)
    const isCaught = paddle_column === state.ball_column
    const reward = ball_row < LAST_ROW ? 0 : isCaught ? 1 : -1
    return { state: { ...state, ball_row, paddle_column }, reward }
  },

  infoState(state) {
    return oneHot(ROWS * COLUMNS, state.ball_row * COLUMNS + state.ball_column, LAST_ROW * COLUMNS + state.paddle_column)
  },

  picture(state) {
    const rows = Array.from({ length: ROWS }, (_, row) =>
      Array.from({ length: COLUMNS }, (_, column) => {
        if (row === state.ball_row && column === state.ball_column) return 'o'
        return row === LAST_ROW && column === state.paddle_column ? 'x' : '.'
      }).join(''),
    )
    return rows.join('\n')
  },
}
