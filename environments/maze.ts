import { z } from 'zod'
import { defineEnvironment, listedTasks } from '../core/index.ts'
import { EXIT, isSame, isWall, MAZE, MOVES, neighbour } from './maze/plan.ts'

const START = [0, 0]
/** The order in which upstream lists them. */
const LISTED = [2, 3, 0, 1]

const EXIT_REWARD = 10
const NEW_CELL_REWARD = -0.05
const VISITED_REWARD = -0.25
const BUMP_REWARD = -0.75
/** Half a point a cell; an episode whose rewards sum to less is lost. */
const LOWEST_TOTAL = -32
const MAX_SEED = 2n ** 32n - 1n

/** [column, row], both from 0 at the upper left. */
const Cell = z.array(z.int())

const MazeWalk = z.object({
  current: Cell,
  previous: Cell,
  visited: z.array(z.string()),
  total: z.number(),
  steps: z.int(),
})
type MazeWalk = z.output<typeof MazeWalk>

const MazeState = z
  .object({ step_count: z.int(), done: z.boolean(), current_position: Cell, exit_cell: Cell, status: z.string() })
  .meta({ title: 'MazeState' })

function statusOf({ current, total }: MazeWalk): 'playing' | 'win' | 'lose' {
  if (isSame(current, EXIT)) return 'win'
  return total < LOWEST_TOTAL ? 'lose' : 'playing'
}

function observe(walk: MazeWalk, reward: number) {
  const { current, previous, steps } = walk
  const status = statusOf(walk)
  const legal_actions = status === 'playing' ? LISTED.filter((action) => !isWall(neighbour(current, action))) : []
  return {
    state: walk,
    observation: { legal_actions, current_position: current, previous_position: previous },
    reward,
    done: status !== 'playing',
    metadata: { maze: MAZE, status, exit_cell: EXIT, step: steps },
  }
}

/** As Python writes a list: a cell's name, also in upstream's messages. */
function nameCell(cell: readonly number[]): string {
  return `[${cell.join(', ')}]`
}

function requireStart(cell: readonly number[]): void {
  const [column = -1, row = -1] = cell
  if (cell.length !== 2 || MAZE[row]?.[column] === undefined)
    throw new RangeError(`Error: start cell at ${nameCell(cell)} is not inside maze`)
  if (isWall(cell)) throw new RangeError(`Error: start cell at ${nameCell(cell)} is not free`)
  if (isSame(cell, EXIT)) throw new RangeError(`Error: start- and exit cell cannot be the same ${nameCell(cell)}`)
}

/** Upstream seeds NumPy, which takes no others; nothing here is drawn. */
function requireSeed(seed: bigint): void {
  if (seed < 0n || seed > MAX_SEED) throw new RangeError('Seed must be between 0 and 2**32 - 1')
}

function move(walk: MazeWalk, action: number): { walk: MazeWalk; reward: number } {
  const target = neighbour(walk.current, action)
  if (MOVES[action] === undefined || isWall(target)) return { walk, reward: BUMP_REWARD }
  const isKnown = walk.visited.includes(nameCell(target))
  const visited = isKnown ? walk.visited : [...walk.visited, nameCell(target)]
  const reward = isSame(target, EXIT) ? EXIT_REWARD : isKnown ? VISITED_REWARD : NEW_CELL_REWARD
  return { walk: { ...walk, previous: walk.current, current: target, visited }, reward }
}

/** Every free cell but the exit is a level: where one starts. One in four is kept for tests. */
const LEVELS = MAZE.flatMap((cells, row) => cells.map((_, column) => [column, row]))
  .filter((cell) => !isWall(cell) && !isSame(cell, EXIT))
  .map((start_cell) => ({ start_cell }))

/** Walk from the upper left of a fixed 8×8 maze to the lower right; positions are [column, row]. */
export const maze = defineEnvironment({
  name: 'maze',
  version: '1',
  description: 'Find the way through a fixed 8×8 maze: 0 up, 1 down, 2 left, 3 right. Positions are [column, row].',
  action: z.object({ action: z.int() }).meta({ title: 'MazeAction' }),
  observation: z
    .object({ legal_actions: z.array(z.int()).default([]), current_position: Cell.default([]), previous_position: Cell.default([]) })
    .meta({ title: 'MazeObservation' }),
  state: MazeWalk,
  options: z.object({ start_cell: Cell.nullish() }),
  view: {
    isUnpublished: true,
    schema: MazeState,
    namedBeforeReset: true,
    from(walk) {
      const status = statusOf(walk)
      return { step_count: walk.steps, done: status !== 'playing', current_position: walk.current, exit_cell: EXIT, status }
    },
  },
  afterDone: 'continue',
  examples: [{ action: 3 }, { action: 1 }],

  tasks: listedTasks(
    { train: LEVELS.filter((_, at) => at % 4 !== 3), test: LEVELS.filter((_, at) => at % 4 === 3) },
    { spec: z.object({ start_cell: Cell }) },
  ),

  reset({ options, task, seed }) {
    requireSeed(seed)
    const start = task?.data.start_cell ?? options.start_cell ?? START
    requireStart(start)
    return observe({ current: start, previous: start, visited: [], total: 0, steps: 0 }, 0)
  },

  step(before, { action }) {
    const { walk, reward } = move(before, action)
    const after = { ...walk, total: walk.total + reward, steps: walk.steps + 1 }
    const turn = observe(after, reward)
    return MOVES[action] === undefined ? { ...turn, error: `${action} is not a valid Action` } : turn
  },

  render({ current }) {
    const rows = MAZE.map((cells, row) =>
      cells
        .map((cell, column) => {
          if (isSame([column, row], current)) return '@'
          if (isSame([column, row], EXIT)) return 'E'
          return cell === 1 ? '#' : '.'
        })
        .join(' '),
    )
    return { text: rows.join('\n') }
  },
})
