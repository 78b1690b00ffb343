import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../client/index.ts'
import type { createBandit } from '../../examples/custom-worker/bandit.ts'
import { type Runtime, startRuntime } from '../interop/runtime.ts'

type Bandit = ReturnType<typeof createBandit>
const PULLS = 100

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime({ file: 'examples/custom-worker/worker.ts', memory: true })
})
afterAll(() => runtime?.stop())

async function earnWith(url: string, arm: number, reset: { seed: number; best?: number }): Promise<number> {
  await using env = await connect<Bandit>(url)
  await env.reset(reset)
  const rewards = []
  for (let pull = 0; pull < PULLS; pull++) rewards.push(Number((await env.step({ arm })).reward))
  return rewards.reduce((sum, reward) => sum + reward)
}

test('the worker serves its variants, and the bundled environment that it took', async () => {
  const response = await fetch(`${runtime.url}/envs`)
  expect(await response.json()).toMatchObject([{ name: 'bandit_3' }, { name: 'bandit_10' }, { name: 'grid_world' }])
})

test('arms pay by their chances, the same for the same seed', async () => {
  const url = `${runtime.url}/envs/bandit_3`
  const earned = await Promise.all([0, 1, 2].map((arm) => earnWith(url, arm, { seed: 7 })))
  const [low = 0, middle = 0, high = 0] = earned.toSorted((a, b) => a - b)
  expect([low < middle, middle < high, high <= PULLS]).toEqual([true, true, true])
  expect(await Promise.all([0, 1, 2].map((arm) => earnWith(url, arm, { seed: 7 })))).toEqual(earned)
})

test("the environment's own reset key changes its chances, and its state hides them", async () => {
  const url = `${runtime.url}/envs/bandit_10`
  expect(await earnWith(url, 3, { seed: 1, best: 0 })).toBe(0)
  await using env = await connect<Bandit>(url)
  await env.reset({ seed: 1 })
  expect(Object.keys(await env.state()).toSorted()).toEqual(['episodeId', 'pulls', 'stepCount'])
})

test('an episode is cut after its steps, and an arm that is not there is refused', async () => {
  await using env = await connect<Bandit>(runtime.url)
  await env.reset({ seed: 1 })
  await expect(env.step({ arm: 10 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  let turn = await env.step({ arm: 9 })
  while (!turn.done) turn = await env.step({ arm: 9 })
  expect(turn.metadata).toEqual({ truncated: true })
  expect(turn.observation.pulls).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, PULLS])
})
