import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineEnvironment, describe as describeEnvironment, listedTasks } from '../../../core/index.ts'
import { InProcessBackend, Session } from '../../../core/internal.ts'
import { sums } from './fixtures.ts'

const world = { fetch, now: () => 0, secret: () => '' }

/** The observation's question, or the error's code and message. */
async function reset(data: object): Promise<string> {
  const session = new Session(new InProcessBackend(sums, world))
  const answer = JSON.parse((await session.receive(JSON.stringify({ type: 'reset', data }))) ?? '')
  return answer.type === 'error' ? `${answer.data.code}: ${answer.data.message}` : answer.data.observation.question
}

test('a split and an index choose a task, the same one whatever the seed', async () => {
  const question = await reset({ split: 'test', index: 3 })
  expect(question).toMatch(/^\d+ \+ \d+$/)
  expect(await reset({ split: 'test', index: 3, seed: 9 })).toBe(question)
  expect(await reset({ split: 'train', index: 3 })).not.toBe(question)
})

test('the tasks are described, the solution is not', () => {
  expect(describeEnvironment(sums).tasks).toMatchObject({
    splits: [
      { name: 'train', type: 'train', count: 1000 },
      { name: 'test', type: 'test', count: 10 },
      { name: 'hard', type: 'validation', count: 3 },
    ],
    fallback: 'train',
    spec: { required: ['id', 'split', 'index', 'question'] },
  })
})

test.for([
  [{ split: 'trian' }, 'Invalid split: No split named "trian". Known: train, test, hard.'],
  [{ split: 7 }, 'Invalid split: Input should be a valid string'],
  [{ split: 'test', index: 10 }, 'Invalid index: The split "test" has no task of index 10. Its indices: 0 to 9.'],
  [{ split: 'test', index: -1 }, 'Invalid index: The split "test" has no task of index -1. Its indices: 0 to 9.'],
  [{ split: 'test', index: 'x' }, 'Invalid index: Input should be a valid integer, unable to parse string as an integer'],
] as const)('a reset with %o is refused by name', async ([data, message]) => {
  expect(await reset(data)).toBe(`VALIDATION_ERROR: ${message}`)
})

test('the seed picks the task where no index is given, of the fallback where no split is, and no chance of the environment changes', async () => {
  const picked = await Promise.all([1, 2, 3, 4].map((seed) => reset({ split: 'test', seed })))
  expect(await Promise.all([1, 2, 3, 4].map((seed) => reset({ split: 'test', seed })))).toEqual(picked)
  expect(new Set(picked).size).toBeGreaterThan(1)
  expect(await reset({ seed: 5 })).toBe(await reset({ split: 'train', seed: 5 }))
})

test('a task_spec is the task that it names or the data that it brings, and nothing in between', async () => {
  const question = await reset({ split: 'hard', index: 2 })
  const spec = { id: 'hard-2', split: 'hard', index: 2, question }
  expect(await reset({ task_spec: spec })).toBe(question)
  expect(await reset({ task_spec: { ...spec, question: '0 + 0' } })).toMatch(
    /^VALIDATION_ERROR: Invalid task_spec: Task 2 of split "hard" has another/,
  )
  expect(await reset({ task_spec: { ...spec, sum: 7 } })).toMatch(/^VALIDATION_ERROR: .* has another "sum"/)
  expect(await reset({ task_spec: { question: '1 + 1', sum: 2 } })).toBe('1 + 1')
  expect(await reset({ task_spec: { question: '1 + 1' } })).toBe('VALIDATION_ERROR: Invalid task_spec.sum: Field required')
  expect(await reset({ task_spec: 'hard-2' })).toBe('VALIDATION_ERROR: Invalid task_spec: A task_spec is a JSON object.')
  expect(await reset({ task_spec: spec, index: 2 })).toMatch(/^VALIDATION_ERROR: Invalid task_spec: Give either/)
})

test('a misspelt key is dropped as OpenEnv drops it, and named to the host', async () => {
  const backend = new InProcessBackend(sums, world)
  await backend.reset({ spilt: 'test', index: 1, seed: 7n })
  expect(backend.ignoredKeys).toEqual(['spilt'])
})

test("an episode's record names the task that it plays, also where the seed picked it", async () => {
  const backend = new InProcessBackend(sums, world)
  await backend.reset({ split: 'test', seed: 7n })
  expect(backend.episode?.options).toEqual({ split: 'test', index: expect.any(Number) })
  await backend.reset({ task_spec: { question: 'a', sum: 1 } })
  expect(backend.episode?.options).toEqual({ task_spec: { question: 'a', sum: 1 } })
})

test('a set that contradicts itself is refused when it is described', () => {
  const faulty = (options: object) => describeEnvironment({ ...sums, tasks: listedTasks({ train: [{ index: 1 }] }, options) })
  expect(() => faulty({ fallback: 'test' })).toThrow('no split "test" to fall back on')
  expect(() => faulty({ spec: z.object({ index: z.int() }) })).toThrow(`"index" is its place in the set`)
})

test('an environment without tasks reads no task keys', async () => {
  const { tasks: _, ...others } = sums
  const state = { question: 'none', sum: 0 }
  const without = defineEnvironment({ ...others, reset: ({ task }) => ({ state, observation: { question: String(task) } }) })
  const backend = new InProcessBackend(without, world)
  const { observation } = await backend.reset({ split: 'nope', index: -1 })
  expect([observation, backend.ignoredKeys]).toEqual(['{"metadata":{},"question":"undefined"}', ['split', 'index']])
})
