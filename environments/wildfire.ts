import { z } from 'zod'
import { defineEnvironment, type ResetContext } from '../core/index.ts'
import { createPyRandom, type PyRandom, restorePyRandom } from './python-random.ts'
import { carryOut } from './wildfire/crew.ts'
import { ASH, BURNING, count, Forest, FUEL } from './wildfire/forest.ts'
import { drawForest } from './wildfire/picture.ts'
import { spreadFire, WINDS } from './wildfire/spread.ts'

const SIZE = 16
const MAX_STEPS = 128
const FIRES = 2
/** Every session of upstream's server draws from this seed and is never seeded again. */
const UPSTREAM_SEED = 3407

const State = z.object({
  forest: Forest,
  /** The generator, as `PyRandom.save` wrote it. */
  stream: z.string(),
  /** Which episode of upstream's stream this is; −1 in a stream of another seed. */
  episode: z.int(),
})
type State = z.output<typeof State>

/**
 * The stream runs on from episode to episode, as upstream's does, while nobody asks for a seed or the seeds count up from 0 (0, 1,
 * 2, …: upstream ignores them). Any other seed starts a stream of its own, so that equal seeds are equal episodes.
 */
function openStream({ seed, isSeeded, previous }: ResetContext<State, unknown>): { rng: PyRandom; episode: number } {
  const isNext = previous !== undefined && previous.episode >= 0 && seed === BigInt(previous.episode + 1)
  if (previous !== undefined && (isNext || !isSeeded)) {
    return { rng: restorePyRandom(previous.stream), episode: previous.episode < 0 ? -1 : previous.episode + 1 }
  }
  if (!isSeeded || seed === 0n) return { rng: createPyRandom(UPSTREAM_SEED), episode: 0 }
  return { rng: createPyRandom(seed), episode: -1 }
}

function plant(rng: PyRandom): Forest {
  const wind_dir = rng.choice(Object.keys(WINDS))
  const humidity = Math.min(1, Math.max(0, 0.25 + rng.uniform(-0.05, 0.05)))
  const grid = Array.from({ length: SIZE * SIZE }, () => FUEL)
  for (let fire = 0; fire < FIRES; fire++) {
    const x = rng.below(SIZE)
    grid[rng.below(SIZE) * SIZE + x] = BURNING
  }
  const means = { remaining_water: 8, remaining_breaks: 50 }
  const start = { total_burned: 0, total_extinguished: 0, last_action: 'reset', width: SIZE, height: SIZE, wind_dir, humidity }
  return { ...start, ...means, grid, burn_timers: grid.map(() => 0) }
}

function observe(forest: Forest, step: number, reward_hint: number) {
  const { grid, width, height, wind_dir, humidity, remaining_water, remaining_breaks } = forest
  const burning_count = count(grid, BURNING)
  const burned_count = count(grid, ASH)
  return { grid, width, height, step, wind_dir, humidity, burning_count, burned_count, reward_hint, remaining_water, remaining_breaks }
}

/** The step's reward, summed in upstream's order so that the double is the same. `before` is the grid after the crew's act. */
function score(ordered: number, before: readonly number[], { grid }: Forest, done: boolean): number {
  let reward = ordered
  const burning = count(grid, BURNING)
  const spread = burning - count(before, BURNING)
  if (spread > 0) reward -= 0.15 * spread
  else if (spread < 0) reward += 0.1 * -spread
  const ash = count(grid, ASH)
  const burned = ash - count(before, ASH)
  if (burned > 0) reward -= 0.05 * burned
  reward -= 0.01
  if (!done) return reward
  if (burning === 0) reward += 0.5 + 0.5 * ((grid.length - ash) / grid.length)
  return reward + 0.2 * (1 - ash / grid.length)
}

/** Fight a fire on a 16×16 grid with water and firebreaks while wind and humidity decide how it spreads. */
export const wildfire = defineEnvironment({
  name: 'wildfire',
  version: '1',
  description:
    'Fight a wildfire on a 16×16 grid: `water` or `break` at x, y, or `wait`. Cells: 0 ash, 1 fuel, 2 burning, 3 firebreak, 4 damp.',
  action: z
    .object({ action: z.string(), x: z.int().nullable().default(null), y: z.int().nullable().default(null) })
    .meta({ title: 'WildfireAction' }),
  observation: z
    .object({
      grid: z.array(z.int()),
      width: z.int(),
      height: z.int(),
      step: z.int(),
      wind_dir: z.string(),
      humidity: z.number(),
      burning_count: z.int(),
      burned_count: z.int(),
      reward_hint: z.number().default(0),
      remaining_water: z.int().default(0),
      remaining_breaks: z.int().default(0),
    })
    .meta({ title: 'WildfireObservation' }),
  state: State,
  view: {
    isUnpublished: true,
    schema: Forest,
    namedBeforeReset: true,
    from: ({ forest }, episode) =>
      episode ? forest : { ...forest, width: 0, height: 0, wind_dir: 'CALM', humidity: 0.25, grid: [], burn_timers: [] },
  },
  afterDone: 'continue',
  examples: [
    { action: 'water', x: 3, y: 4 },
    { action: 'break', x: 3, y: 5 },
    { action: 'wait', x: null, y: null },
  ],

  reset(context) {
    const { rng, episode } = openStream(context)
    const forest = plant(rng)
    return { state: { forest, stream: rng.save(), episode }, observation: observe(forest, 0, 0), reward: null }
  },

  step({ forest: before, stream, episode }, order, { stepCount }) {
    const rng = restorePyRandom(stream)
    const forest = { ...before, grid: before.grid.slice(), burn_timers: before.burn_timers.slice(), last_action: order.action }
    const ordered = carryOut(forest, order)
    const { grid } = forest
    spreadFire(forest, rng)
    const done = count(forest.grid, BURNING) === 0 || stepCount + 1 >= MAX_STEPS
    const reward = score(ordered, grid, forest, done)
    return { state: { forest, stream: rng.save(), episode }, observation: observe(forest, stepCount + 1, reward), reward, done }
  },

  render: ({ forest }) => ({ svg: drawForest(forest) }),
})
