import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DATASET_NAMES } from '../../environments/reasoning-gym/catalogue.ts'
import { reasoningGym } from '../../environments/reasoning-gym.ts'
import { teachReasoningGym } from '../../environments/teachers/reasoning-gym.ts'
import { openSession } from './driver.ts'
import { readFixture } from './fixture.ts'

const resets = readFixture('reasoning-gym-resets.json', z.array(z.looseObject({ dataset_name: z.string(), size: z.int() })))
/** A digest for each of the resets, on upstream's own server: tests/interop/oracles/reasoning_gym_episodes.py. */
const digests = readFixture('reasoning-gym-episodes.json', z.array(z.string()))

/** The answers that the oracle gives to each question, right and wrong. */
function answers(answer: string): string[] {
  const spaced = `[${answer.split(' ').join(', ')}]`
  const rows = `[${answer
    .split('\n')
    .map((row) => `[${row.split(' ').join(', ')}]`)
    .join(', ')}]`
  const plain = ['', 'wrong', '7', '3/4', '0.25', '2 × 2 × 3', '[1, 2]']
  const reversed = [...answer].reverse().join('')
  const grouped = `${answer.slice(0, 1)},${answer.slice(1)}`
  const tail = [reversed, answer.toUpperCase(), `+0${answer}.0`, grouped, spaced, rows, answer.slice(0, -1), '0x1F', '-12e3']
  const logic = ['P', '(P ∨ ¬P)', '¬P', 'Q ∧ P → P', '(P) ∧ (Q)', 'P ↔ Z', 'p ∧', '¬¬Q']
  return [answer, ` ${answer} `, `It is ${answer}.`, ...plain, ...tail, ...logic]
}

/** The data of an observation frame as text, or the message of an error. */
function dataOf(frame: string): string {
  const { type, data } = JSON.parse(frame)
  return type === 'error' ? data.message : frame.slice('{"type":"observation","data":'.length, -1)
}

async function digestOf(request: { size: number }): Promise<string> {
  const session = openSession(reasoningGym)
  const hash = createHash('sha256')
  for (let index = 0; index < request.size; index++) {
    hash.update(dataOf(await session.raw({ type: 'reset', data: index === 0 ? request : {} })))
    const { observation } = await session.step({ answer: 'what?' }).catch(() => session.step({ answer: '0' }))
    for (const answer of answers(observation.correct_answer ?? observation.dataset_metadata.example_answer)) {
      hash.update(dataOf(await session.raw({ type: 'step', data: { answer } })))
    }
  }
  return hash.digest('hex').slice(0, 12)
}

test.each(resets.map((request, at) => ({ request, digest: digests[at], name: request.dataset_name, at })))(
  '$name: the items and scores of reset $at are those of upstream',
  async ({ request, digest }) => {
    expect(await digestOf(request)).toBe(digest)
  },
)

const question = async (session: ReturnType<typeof openSession>, data: object = {}) => (await session.reset(data)).observation.question

test('without a name, a session walks through leg_counting, and its seeds are ignored as upstream ignores them', async () => {
  const [plain, seeded] = [openSession(reasoningGym), openSession(reasoningGym)]
  for (let item = 0; item < 3; item++) expect(await question(seeded, { seed: item, size: 5 })).toBe(await question(plain))
})

test('after its last item a data set begins again', async () => {
  const session = openSession(reasoningGym)
  const first = await question(session, { dataset_name: 'gcd', seed: 1, size: 2 })
  expect(await question(session)).not.toBe(first)
  expect(await question(session)).toBe(first)
})

test.each([
  [{ dataset_name: 'gcd', seed: 1 }, 'seed and size must be provided when dataset_name is specified'],
  [{ dataset_name: 'gcd', size: 1 }, 'seed and size must be provided when dataset_name is specified'],
  [{ dataset_name: 'composite', seed: 1, size: 1 }, 'dataset_specs must be provided for composite datasets'],
  [{ dataset_name: 'composite', dataset_specs: [], seed: 1, size: 1 }, 'dataset_specs cannot be empty for composite datasets'],
  [{ dataset_name: 'nope', seed: 1, size: 1 }, "Dataset 'nope' not registered"],
  [{ dataset_name: 'gcd', dataset_config: { min_numbers: 1 }, seed: 1, size: 1 }, 'min_numbers must be at least 2'],
  [{ dataset_name: 'gcd', dataset_config: { x: 1 }, seed: 1, size: 1 }, "GCDConfig.__init__() got an unexpected keyword argument 'x'"],
])('%j is refused as upstream refuses it', async (request, message) => {
  const session = openSession(reasoningGym)
  const first = await question(session)
  await expect(session.reset(request)).rejects.toThrow(message)
  expect((await session.step({ answer: '1' })).observation.correct_answer).toBeTypeOf('string')
  expect(await question(openSession(reasoningGym))).toBe(first)
})

test('an answer that upstream cannot read is an error, and its step counts', async () => {
  const session = openSession(reasoningGym)
  await session.reset({ dataset_name: 'prime_factorization', seed: 1, size: 1 })
  await expect(session.step({ answer: 'two' })).rejects.toThrow("invalid literal for int() with base 10: 'two'")
  expect((await session.state()).step_count).toBe(1)
})

test.each(DATASET_NAMES)('a hostile answer, read or too long to be read, does not hold %s up', async (dataset_name) => {
  const session = openSession(reasoningGym)
  for (const piece of ['(', '$', '0', '1', '[', '¬P∧', '7 ×', '-']) {
    await session.reset({ dataset_name, seed: 1, size: 1 })
    for (const length of [19_000, 200_000]) {
      const frame = await session.raw({ type: 'step', data: { answer: `${piece.repeat(length / piece.length)}x` } })
      expect(frame).toMatch(/^{"type":"(observation|error)"/)
    }
  }
})

test('a data set that only upstream has is refused with the names of those that are served', async () => {
  const request = { dataset_name: 'sudoku', seed: 1, size: 1 }
  await expect(openSession(reasoningGym).reset(request)).rejects.toThrow(/not served here.*leg_counting/)
})

test('the teacher answers leg_counting', async () => {
  const session = openSession(reasoningGym)
  for (let item = 0; item < 20; item++) {
    const { observation } = await session.reset()
    expect((await session.step(teachReasoningGym(observation))).reward).toBe(1)
  }
})

test('29 data sets are served', () => {
  expect(DATASET_NAMES.length).toBe(29)
  expect(new Set(resets.map((request) => request.dataset_name))).toEqual(new Set([...DATASET_NAMES, 'composite']))
})
