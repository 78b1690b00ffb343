import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { SessionBudget } from '../../durable-objects/registry/session-budget.ts'

const MINUTE = 60_000

function budgetOf(subject: string, limits: { steps?: number; container_seconds?: number }): SessionBudget {
  return new SessionBudget({ bindings: env, subject, limits, hasContainer: true })
}

async function spent(subject: string, kind: 'steps' | 'container_seconds', maximum: number): Promise<number> {
  const account = env.REGISTRY.get(env.REGISTRY.idFromName(`subject/${subject}`))
  const { taken } = await account.take(kind, maximum, maximum)
  await account.take(kind, -taken, maximum)
  return maximum - taken
}

test('container seconds run from the first frame to the end, at most ten minutes after each; then resets and steps are refused', async () => {
  const budget = budgetOf('boxed', { container_seconds: 1_000 })
  await budget.ready(0)
  budget.pay(false)
  await budget.ready(5 * MINUTE)
  budget.pay(true)
  await budget.ready(60 * MINUTE)
  budget.pay(true)
  await budget.settle(60 * MINUTE + 30_000)
  expect(await spent('boxed', 'container_seconds', 1_000)).toBe(930)
  await budget.ready(120 * MINUTE)
  await budget.ready(125 * MINUTE)
  expect(() => budget.pay(false)).toThrow(/1000 container seconds a day/)
})

test('steps are taken in blocks, and what is left of one is given back', async () => {
  const budget = budgetOf('blocks', { steps: 50_000 })
  for (let step = 0; step < 60; step++) {
    await budget.ready(0)
    budget.pay(true)
  }
  expect(await spent('blocks', 'steps', 50_000)).toBe(100)
  await budget.settle(0)
  expect(await spent('blocks', 'steps', 50_000)).toBe(60)
})

test('nothing is asked of the registry while a block lasts', async () => {
  const budget = budgetOf('quiet', { steps: 50_000 })
  await budget.ready(0)
  for (let step = 0; step < 49; step++) {
    budget.pay(true)
    expect(budget.ready(0)).toBeUndefined()
  }
})

test('a registry that was lost while it was asked is asked again by the next frame', async () => {
  const budget = budgetOf('lost', { steps: 50_000 })
  const asked = budget.ready(0)
  await abortAllDurableObjects()
  await expect(asked).rejects.toThrow()
  await budget.ready(0)
  budget.pay(true)
})
