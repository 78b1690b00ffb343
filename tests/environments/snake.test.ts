import { deepEqual } from 'node:assert/strict'
import { expect, test } from 'vitest'
import { createRng, type Rng } from '../../core/index.ts'
import { snake } from '../../environments/index.ts'
import { openSession } from './driver.ts'

const EPISODES = 2000
/** Fruit makes long games, all alike: one in ten is played on. */
const MOST_STEPS = { short: 25, long: 100 }
const HEADINGS = ['up', 'right', 'down', 'left'] as const
/** Quarter turns to the right of straight on, left and right. */
const TURNS = [0, 3, 1]
const SHIFTS = { up: -100, right: 1, down: 100, left: -1 }

/** A model of its own: cells are row·100 + column, the heading has a name. */
interface Model {
  cells: number[]
  heading: (typeof HEADINGS)[number]
  fruit: number
}

function find(grid: readonly number[][], code: number): number[] {
  return grid.flatMap((cells, row) => cells.flatMap((cell, column) => (cell === code ? [row * 100 + column] : [])))
}

function start(grid: readonly number[][]): Model {
  const [head = 0, body = 0, tail = 0, fruit = 0] = [3, 4, 5, 2].flatMap((code) => find(grid, code))
  const heading = HEADINGS.find((name) => SHIFTS[name] === head - body) ?? 'up'
  deepEqual([find(grid, 1).length, Object.values(SHIFTS).includes(body - tail)], [76, true])
  return { cells: [head, body, tail], heading, fruit }
}

/** The head after a step that turns by `action`. */
function ahead({ cells, heading }: Model, action: number): { head: number; heading: Model['heading'] } {
  const turned = HEADINGS[(HEADINGS.indexOf(heading) + (TURNS[action] ?? 0)) % 4] ?? heading
  return { head: (cells[0] ?? 0) + SHIFTS[turned], heading: turned }
}

/** Moves the model; what it ate or hit. */
function move(model: Model, action: number): 'fruit' | 'death' | 'nothing' {
  const { head, heading } = ahead(model, action)
  model.heading = heading
  const isWall = [0, 19].includes(Math.floor(head / 100)) || [0, 19].includes(head % 100)
  if (isWall || model.cells.slice(0, -1).includes(head)) return 'death'
  model.cells.unshift(head)
  if (head === model.fruit) return 'fruit'
  model.cells.pop()
  return 'nothing'
}

/** Towards the fruit most of the time, so that the snake grows. */
function steer(model: Model, rng: Rng): number {
  const distance = (action: number) => {
    const { head } = ahead(model, action)
    return Math.abs(Math.floor(head / 100) - Math.floor(model.fruit / 100)) + Math.abs((head % 100) - (model.fruit % 100))
  }
  if (rng.random() < 0.1) return rng.integer(0, 2)
  return [0, 1, 2].toSorted((one, other) => distance(one) - distance(other))[0] ?? 0
}

test('2,000 games are those of a second model', { timeout: 240_000 }, async () => {
  const rng = createRng(9)
  for (let episode = 0; episode < EPISODES; episode++) {
    const context = { rng: createRng(episode), options: {} } as never
    let turn: Awaited<ReturnType<typeof snake.step>> = await snake.reset(context)
    const model = start(turn.observation.grid)
    const most = episode % 10 === 0 ? MOST_STEPS.long : MOST_STEPS.short
    let [score, fruits, steps] = [0, 0, 0]
    while (!turn.done && steps < most) {
      const action = steer(model, rng)
      const event = move(model, action)
      const reward = { fruit: 1.001, death: -1, nothing: 0.001 }[event]
      turn = await snake.step(turn.state, { action }, context)
      steps += 1
      score += reward
      if (event === 'fruit') fruits += 1
      if (event === 'fruit') model.fruit = find(turn.observation.grid, 2)[0] ?? 0
      const isDead = event === 'death'
      deepEqual([turn.reward, turn.done, turn.observation.alive], [reward, isDead, !isDead])
      deepEqual([turn.observation.episode_score, turn.observation.episode_steps], [score, steps])
      const { grid } = turn.observation
      deepEqual([find(grid, 3), find(grid, 5)], isDead ? [[], []] : [[model.cells[0]], [model.cells.at(-1)]])
      deepEqual(find(grid, 4), isDead ? [] : model.cells.slice(1, -1).sort((one, other) => one - other))
      deepEqual([find(grid, 2), turn.observation.episode_fruits], [[model.fruit], isDead ? fruits : 0])
    }
  }
})

test('the tensor has one channel a code', async () => {
  const { observation } = await openSession(snake).reset({ seed: 5 })
  const channels = observation.grid.map((cells: number[]) => cells.map((code) => [undefined, 0, 1, 5, 6, 7][code]))
  const ones = observation.observation.map((cells: number[][]) =>
    cells.map((tensor) => (tensor.includes(1) ? tensor.indexOf(1) : undefined)),
  )
  expect(ones).toEqual(channels)
  expect(observation.observation.flat(2).filter((value: number) => value === 1)).toHaveLength(76 + 1 + 3)
})

test('a done frame tells the episode without its fatal step, and after it there is nothing to tell', async () => {
  const session = openSession(snake)
  await session.reset({ seed: 1 })
  let frame = ''
  while (!frame.includes('"done":true')) frame = await session.raw({ type: 'step', data: { action: 0 } })
  const { metadata, observation, reward } = JSON.parse(frame).data
  expect(reward).toBe(-1)
  expect(metadata.info.episode_steps).toEqual([observation.episode_steps - 1])
  expect(frame).toMatch(
    /"info":\{"rank":\[1\],"episode_scores":\[[\d.]+\],"episode_steps":\[\d+\.0\],"episode_fruits":\[0\.0\],"episode_kills":\[0\.0\]\}/,
  )
  expect(await session.step({ action: 9 })).toMatchObject({
    reward: 0,
    done: true,
    metadata: { info: { rank: [1], episode_scores: [0], episode_steps: [0], episode_fruits: [0], episode_kills: [0] } },
  })
})

test('an unknown action is an error that has cost a step', async () => {
  const session = openSession(snake)
  await session.reset({ seed: 1 })
  await expect(session.step({ action: 4 })).rejects.toThrow(/^4$/)
  expect(await session.state()).toEqual({ episode_id: expect.any(String), step_count: 1 })
  expect(await session.step({ action: 0 })).toMatchObject({ observation: { episode_steps: 2 }, metadata: { info: {} } })
})

test('after a thousand steps every frame is done while the snake goes on', async () => {
  const session = openSession(snake)
  await session.reset({ seed: 12 })
  // Four left turns lead back: a circle that a snake of three survives.
  for (let step = 1; step < 1000; step++) expect((await session.step({ action: 1 })).done).toBe(false)
  const last = await session.step({ action: 1 })
  expect(last).toMatchObject({ done: true, observation: { alive: false }, metadata: { info: { episode_steps: [1000] } } })
  expect(await session.step({ action: 1 })).toMatchObject({ done: true, metadata: { info: { episode_steps: [1] } } })
})
