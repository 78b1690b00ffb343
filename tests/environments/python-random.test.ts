import { expect, test } from 'vitest'
import { z } from 'zod'
import { createPyRandom, restorePyRandom } from '../../environments/python-random.ts'
import { readFixture } from './fixture.ts'

const Numbers = z.array(z.number())
/** Drawn by CPython 3.11 (`vectors/make.py` of the conformance harness). */
const Vectors = z.array(
  z.object({
    seed: z.string(),
    getrandbits32: Numbers,
    random: Numbers,
    randrange: z.array(z.tuple([z.number(), Numbers])),
    randint_3_10: Numbers,
    'uniform_-0.05_0.05': Numbers,
    shuffle_12: Numbers,
    sample: z.array(z.tuple([z.number(), z.number(), Numbers])),
    choices_weights_1_2_5: Numbers,
    mixed: z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()]),
  }),
)
const vectors = readFixture('python-random.json', Vectors)

function times<T>(count: number, draw: () => T): T[] {
  return Array.from({ length: count }, draw)
}

function range(length: number): number[] {
  return Array.from({ length }, (_, at) => at)
}

test.each(vectors)('seed $seed draws what CPython draws', (vector) => {
  const fresh = () => createPyRandom(BigInt(vector.seed))
  let rng = fresh()
  expect(times(5, () => rng.getrandbits(32))).toEqual(vector.getrandbits32)
  rng = fresh()
  expect(times(5, () => rng.random())).toEqual(vector.random)
  rng = fresh()
  for (const [stop, drawn] of vector.randrange) expect(times(6, () => rng.below(stop))).toEqual(drawn)
  rng = fresh()
  expect(times(8, () => rng.randint(3, 10))).toEqual(vector.randint_3_10)
  rng = fresh()
  expect(times(4, () => rng.uniform(-0.05, 0.05))).toEqual(vector['uniform_-0.05_0.05'])
  const shuffled = range(12)
  fresh().shuffle(shuffled)
  expect(shuffled).toEqual(vector.shuffle_12)
  rng = fresh()
  for (const [size, count, drawn] of vector.sample) expect(rng.sample(range(size), count)).toEqual(drawn)
  expect(fresh().choices(range(3), 10, [1, 2, 5])).toEqual(vector.choices_weights_1_2_5)
  rng = fresh()
  expect([rng.choice('abcdefghi'), rng.random(), rng.below(16), rng.uniform(0, 1), rng.getrandbits(5)]).toEqual(vector.mixed)
})

test('a generator goes on from its saved text', () => {
  const rng = createPyRandom(7)
  times(1000, rng.random)
  const saved = restorePyRandom(rng.save())
  expect(times(1000, saved.random)).toEqual(times(1000, rng.random))
})

test('a negative seed is its absolute value, as in Python', () => {
  expect(createPyRandom(-5).random()).toBe(createPyRandom(5).random())
})

test('an empty range is refused', () => {
  expect(() => createPyRandom(1).below(0)).toThrow(RangeError)
  expect(() => createPyRandom(1).sample([1, 2], 3)).toThrow(RangeError)
})
