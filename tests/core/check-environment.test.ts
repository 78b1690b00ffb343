import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkEnvironment, defineEnvironment } from '../../core/index.ts'
import { library } from '../../environments/index.ts'

/** A counter with one part replaced by a planted fault. */
function counter(fault: Partial<Parameters<typeof defineEnvironment<{ by: number }, { n: number }, { n: number }>>[0]>) {
  return defineEnvironment<{ by: number }, { n: number }, { n: number }>({
    name: 'counter',
    version: '1',
    action: z.object({ by: z.int().min(1).max(3) }),
    observation: z.object({ n: z.int() }),
    state: z.object({ n: z.int() }),
    reset: () => ({ state: { n: 0 }, observation: { n: 0 } }),
    step: ({ n }, { by }) => ({ state: { n: n + by }, observation: { n: n + by }, reward: by, done: n > 9 }),
    ...fault,
  })
}

async function rulesBroken(fault: Parameters<typeof counter>[0]): Promise<string[]> {
  return (await checkEnvironment(counter(fault))).map(({ rule }) => rule)
}

test('an honest environment has no findings', async () => {
  expect(await checkEnvironment(counter({}))).toEqual([])
})

test.each([...library])('the bundled $name has no findings', async (environment) => {
  expect(await checkEnvironment(environment, { seeds: [1, 2], maxSteps: 20 })).toEqual([])
})

test('randomness of its own is found, by use and by effect', async () => {
  const rules = await rulesBroken({ reset: () => ({ state: { n: 0 }, observation: { n: Math.floor(Math.random() * 1e9) } }) })
  expect(rules).toContain('no-clock-or-randomness')
  expect(rules).toContain('seed-repeats')
})

test('a clock is found', async () => {
  expect(await rulesBroken({ reset: () => ({ state: { n: 0 }, observation: { n: Date.now() % 2 } }) })).toContain('no-clock-or-randomness')
})

test('state outside the state is found', async () => {
  let outside = 0
  const step = () => ({ state: { n: 0 }, observation: { n: outside++ } })
  expect(await rulesBroken({ step })).toContain('seed-repeats')
})

test('state that JSON cannot hold is found', async () => {
  const reset = () => ({ state: { n: 0, seen: new Map() } as { n: number }, observation: { n: 0 } })
  const step = (state: { n: number }) => ({ state, observation: { n: (state as { seen?: Map<string, number> }).seen?.size ?? -1 } })
  expect(await rulesBroken({ reset, step })).toContain('survives-eviction')
})

test('values that their schema refuses are found', async () => {
  expect(await rulesBroken({ observation: z.object({ n: z.int().max(2) }) })).toContain('schema-holds')
})

test('a reward that is not finite is found', async () => {
  expect(await rulesBroken({ step: ({ n }) => ({ state: { n }, observation: { n }, reward: 0 / 0 }) })).toContain('reward-is-finite')
})

test('a state changed in place is a warning', async () => {
  const step = (state: { n: number }) => {
    state.n++
    return { state, observation: { n: state.n } }
  }
  expect(await rulesBroken({ step })).toEqual(['state-is-not-changed-in-place'])
})

test('a step that always throws is found, and told once for all seeds', async () => {
  const findings = await checkEnvironment(
    counter({
      step() {
        throw new Error('boom')
      },
    }),
  )
  expect(findings).toEqual([{ level: 'error', rule: 'runs', message: 'Seed 1, a step: boom (and 7 more like it)' }])
})

test('an example that is no action is found', async () => {
  expect(await rulesBroken({ examples: [{ by: 9 }] })).toContain('examples-hold')
})
