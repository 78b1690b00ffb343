import { z } from 'zod'
import { defineEnvironment, type Rng } from '../core/index.ts'
import { add, Cell, draw, isSame, isWall, placeFruit, placeSnake, turn } from './snake/board.ts'

const MAX_STEPS = 1000
const STEP_REWARD = 0.001
const FRUIT_REWARD = 1
const DEATH_REWARD = -1

/** marlenv's channels by cell code: wall, fruit, three of other snakes, head, body, tail. */
const CHANNELS = [-1, 0, 1, 5, 6, 7].map((channel) => Array.from({ length: 8 }, (_, at) => (at === channel ? 1 : 0)))

/** What marlenv counts: an episode's sums without its fatal step, begun anew whenever a frame is done. */
const Tally = z.object({ score: z.number(), steps: z.int(), fruits: z.int() })
type Tally = z.output<typeof Tally>

const NOTHING: Tally = { score: 0, steps: 0, fruits: 0 }

const SnakeState = z.object({
  /** Head first; empty once the snake is dead. */
  snake: z.array(Cell),
  direction: Cell,
  /** Absent only on a full board. */
  fruit: Cell.nullable(),
  /** Moves of the game, which a refused action does not count among. */
  moves: z.int(),
  steps: z.int(),
  score: z.number(),
  tally: Tally,
})
type SnakeState = z.output<typeof SnakeState>

function observe(state: SnakeState, done: boolean, fruits: number) {
  const grid = draw(state)
  return {
    grid,
    observation: grid.map((cells) => cells.map((code) => CHANNELS[code] ?? [])),
    episode_score: state.score,
    episode_steps: state.steps,
    episode_fruits: fruits,
    episode_kills: 0,
    alive: !done,
  }
}

/** The turn after a move. A done frame tells the tally and begins the next. */
function finish(state: SnakeState, reward: number, isDead: boolean) {
  const done = isDead || state.moves >= MAX_STEPS
  const { score, steps, fruits } = state.tally
  const info = { rank: [1], episode_scores: [score], episode_steps: [steps], episode_fruits: [fruits], episode_kills: [0] }
  return {
    state: done ? { ...state, tally: NOTHING } : state,
    observation: observe(state, done, done ? fruits : 0),
    reward,
    done,
    metadata: { info: done ? info : {} },
  }
}

function addReward(tally: Tally, reward: number): Tally {
  return { score: tally.score + reward, steps: tally.steps + 1, fruits: tally.fruits + (reward > FRUIT_REWARD ? 1 : 0) }
}

function advance(state: SnakeState, direction: Cell, rng: Rng) {
  const { snake, fruit, tally } = state
  const head = add(snake[0] ?? [0, 0], direction)
  const counted = { ...state, direction, moves: state.moves + 1, steps: state.steps + 1 }
  // The tail moves away in the same step.
  if (isWall(head) || snake.slice(0, -1).some((cell) => isSame(cell, head))) {
    return finish({ ...counted, snake: [], score: state.score + DEATH_REWARD }, DEATH_REWARD, true)
  }
  const hasEaten = fruit !== null && isSame(head, fruit)
  const moved = [head, ...(hasEaten ? snake : snake.slice(0, -1))]
  const reward = hasEaten ? STEP_REWARD + FRUIT_REWARD : STEP_REWARD
  const next = { ...counted, snake: moved, score: state.score + reward, tally: addReward(tally, reward) }
  return finish(hasEaten ? { ...next, fruit: placeFruit(moved, rng) } : next, reward, false)
}

const Info = z.object({
  rank: z.array(z.int()).optional(),
  episode_scores: z.array(z.number()).optional(),
  episode_steps: z.array(z.number()).optional(),
  episode_fruits: z.array(z.number()).optional(),
  episode_kills: z.array(z.number()).optional(),
})

/** A snake on a walled 20×20 board that steers from its own point of view, as marlenv's single snake. */
export const snake = defineEnvironment({
  name: 'snake',
  version: '1',
  description: 'Steer a snake on a walled 20×20 board: 0 straight on, 1 left, 2 right.',
  action: z.object({ action: z.int() }).meta({ title: 'SnakeAction' }),
  observation: z
    .object({
      grid: z.array(z.array(z.int())),
      observation: z.array(z.array(z.array(z.number()))),
      episode_score: z.number().default(0),
      episode_steps: z.int().default(0),
      episode_fruits: z.int().default(0),
      episode_kills: z.int().default(0),
      alive: z.boolean().default(true),
    })
    .meta({ title: 'SnakeObservation' }),
  metadata: z.object({ info: Info.optional() }),
  state: SnakeState,
  view: {
    isUnpublished: true,
    schema: z.object({ step_count: z.int() }).meta({ title: 'State' }),
    namedBeforeReset: true,
    from: ({ steps }) => ({ step_count: steps }),
  },
  afterDone: 'continue',
  examples: [{ action: 0 }, { action: 1 }, { action: 2 }],

  reset({ rng }) {
    const placed = placeSnake(rng)
    const [head = [0, 0], neck = [0, 0]] = placed
    const direction: Cell = [head[0] - neck[0], head[1] - neck[1]]
    const state = { snake: placed, direction, fruit: placeFruit(placed, rng), moves: 0, steps: 0, score: 0, tally: NOTHING }
    return { state, observation: observe(state, false, 0), reward: 0 }
  },

  step(state, { action }, { rng }) {
    if (state.snake.length === 0) return finish({ ...state, moves: state.moves + 1, steps: state.steps + 1 }, 0, true)
    const direction = turn(state.direction, action)
    if (direction !== undefined) return advance(state, direction, rng)
    // Upstream has counted the step when it meets an action that it does not know.
    const counted = { ...state, steps: state.steps + 1 }
    return { state: counted, observation: observe(counted, false, 0), error: String(action) }
  },

  render(state) {
    return {
      text: draw(state)
        .map((cells) => cells.map((code) => '.#o@+-'.charAt(code)).join(''))
        .join('\n'),
    }
  },
})
