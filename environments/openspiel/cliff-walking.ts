import { z } from 'zod'
import { type Game, oneHot, type Player, TERMINAL } from './game.ts'

const HEIGHT = 4
const WIDTH = 8
const BOTTOM = HEIGHT - 1
const HORIZON = 100
const STEP_REWARD = -1
const CLIFF_REWARD = -100
/** Right, up, left, down, as [row, column]. */
const MOVES = [
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 0],
] as const

const CliffWalkingState = z.object({ row: z.int(), column: z.int(), actions: z.array(z.int()) })
type CliffWalkingState = z.output<typeof CliffWalkingState>

function isCliff({ row, column }: CliffWalkingState): boolean {
  return row === BOTTOM && column > 0 && column < WIDTH - 1
}

function player(state: CliffWalkingState): Player {
  const isAtGoal = state.row === BOTTOM && state.column === WIDTH - 1
  return isAtGoal || isCliff(state) || state.actions.length >= HORIZON ? TERMINAL : 0
}

function clamp(value: number, high: number): number {
  return Math.min(Math.max(value, 0), high)
}

/** From the bottom left to the bottom right along a cliff. The tensor tells the actions taken, not the place. */
export const cliffWalkingGame: Game<CliffWalkingState> = {
  name: 'cliff_walking',
  description:
    'Walk from the bottom left to the bottom right of a 4×8 grid, above a cliff: 0 right, 1 up, 2 left, 3 down. `info_state` tells the steps taken, four places each.',
  players: 1,
  state: CliffWalkingState,

  start: () => ({ row: BOTTOM, column: 0, actions: [] }),

  player,

  legalActions: (state) => (player(state) === TERMINAL ? [] : [0, 1, 2, 3]),

  apply(before, action) {
    const move = MOVES[action]
    if (move === undefined) throw new RangeError('Unexpected action')
    const state = {
      row: clamp(before.row + move[0], BOTTOM),
      column: clamp(before.column + move[1], WIDTH - 1),
      actions: [...before.actions, action],
    }
    return { state, reward: isCliff(state) ? CLIFF_REWARD : STEP_REWARD }
  },

  infoState: ({ actions }) => oneHot(HORIZON * MOVES.length, ...actions.map((action, step) => step * MOVES.length + action)),

  picture(state) {
    const rows = Array.from({ length: HEIGHT }, (_, row) =>
      Array.from({ length: WIDTH }, (_, column) => {
        if (row === state.row && column === state.column) return 'P'
        if (isCliff({ row, column, actions: [] })) return 'X'
        return row === BOTTOM && column === WIDTH - 1 ? 'G' : '.'
      }).join(''),
    )
    return rows.join('\n')
  },
}
