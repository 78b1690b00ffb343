import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineEnvironment } from '../../core/index.ts'
import { InProcessBackend } from '../../core/internal.ts'

const WORLD = { fetch, now: () => 0, secret: () => '' }

/** Keeps the best of its scores, beginning with the worst that there is. */
const records = defineEnvironment({
  name: 'records',
  version: '1',
  action: z.object({ score: z.number() }),
  observation: z.object({ best: z.number() }),
  state: z.object({ best: z.number(), last: z.number().nullable(), free: z.unknown(), id: z.bigint() }),
  rubric: ({ observation }, memory) => ({ score: Number(observation.best < Number(memory ?? Infinity)), memory: -Infinity }),
  reset: () => ({ state: { best: Infinity, last: null, free: [NaN, { low: -Infinity }], id: 2n ** 70n }, observation: { best: 0 } }),
  step: (state, { score }) => ({
    state: { ...state, best: Math.min(state.best, score), last: score },
    observation: { best: Math.min(state.best, score) },
  }),
})

test('numbers that JSON has no word for come back with the state, and with what a rubric remembers', async () => {
  const before = new InProcessBackend(records, WORLD)
  await before.reset({})
  for (const score of [Infinity, NaN]) {
    const after = new InProcessBackend(records, WORLD)
    after.restore(before.snapshot())
    expect(after.episode).toEqual(before.episode)
    expect(after.snapshot()).toBe(before.snapshot())
    await before.step({ score })
  }
  expect(before.episode?.memory?.value).toBe(-Infinity)
  expect(before.snapshot()).toContain('-Infinity]')
})

test('what the schema lacks is not stored, whatever it is', async () => {
  const cycle: unknown[] = []
  cycle.push(cycle)
  const state = { best: Infinity, last: null, free: null, id: 1n, cycle, now: new Date(0) }
  const backend = new InProcessBackend({ ...records, reset: () => ({ state, observation: { best: 0 } }) }, WORLD)
  await backend.reset({})
  expect(backend.snapshot()).toContain('{"best":Infinity,"last":null,"free":null,"id":1}')
})

test('a reset or a tool that throws leaves the last episode as it was, even if it had changed its state', async () => {
  const spoiling = defineEnvironment({
    ...records,
    reset(context) {
      if (context.previous === undefined) return records.reset(context)
      context.previous.best = 1_000
      throw new Error('planted')
    },
  })
  const backend = new InProcessBackend(spoiling, WORLD)
  await backend.reset({})
  await backend.step({ score: 5 })
  await expect(async () => backend.reset({})).rejects.toThrow('planted')
  expect(backend.episode?.state).toMatchObject({ best: 5 })
})
