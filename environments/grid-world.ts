import { z } from 'zod'
import { defineEnvironment } from '../core/index.ts'

const SIZE = 5
const GOAL = SIZE - 1
const MOVES = { UP: [-1, 0], DOWN: [1, 0], LEFT: [0, -1], RIGHT: [0, 1] } as const

function clamp(value: number): number {
  return Math.min(Math.max(value, 0), GOAL)
}

/** A walk on a 5×5 grid from [0, 0] to [4, 4]; `x` is the row. −0.1 a step, 1 at the goal. */
export const gridWorld = defineEnvironment({
  name: 'grid_world',
  version: '1',
  description: 'Walk from [0, 0] to [4, 4] on a 5×5 grid.',
  action: z.object({ action: z.enum(['UP', 'DOWN', 'LEFT', 'RIGHT']) }).meta({ title: 'GridWorldAction' }),
  observation: z
    // Upstream declares the reward anew, as a float: that shows in /schema alone.
    .object({ x: z.int(), y: z.int(), message: z.string().default(''), reward: z.number().optional() })
    .meta({ title: 'GridWorldObservation' }),
  state: z.object({ x: z.int(), y: z.int() }),
  view: { isUnpublished: true, schema: z.object({}).meta({ title: 'GridWorldState' }), namedBeforeReset: true, from: () => ({}) },
  afterDone: 'continue',
  examples: [{ action: 'DOWN' }, { action: 'RIGHT' }],

  reset() {
    const state = { x: 0, y: 0 }
    return { state, observation: { ...state, message: `Welcome to Grid World! Goal is at [${GOAL}, ${GOAL}].` }, reward: 0 }
  },

  step({ x, y }, { action }) {
    const [dx, dy] = MOVES[action]
    const state = { x: clamp(x + dx), y: clamp(y + dy) }
    const done = state.x === GOAL && state.y === GOAL
    const message = done ? 'You found the goal!' : 'Keep going...'
    return { state, observation: { ...state, message }, reward: done ? 1 : -0.1, done }
  },

  render({ x, y }) {
    const rows = Array.from({ length: SIZE }, (_, row) =>
      Array.from({ length: SIZE }, (_, column) => (row === x && column === y ? '@' : row === GOAL && column === GOAL ? 'G' : '.')).join(
        ' ',
      ),
    )
    return { text: rows.join('\n') }
  },
})
