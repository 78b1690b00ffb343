import { expect, test } from 'vitest'
import { describe as describeEnvironment } from '../../../core/index.ts'
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
