import type { PyRandom } from '../../python-random.ts'
import { type Dataset, defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'

type Numbers = { min_numbers: number; max_numbers: number; min_value: number; max_value: number }

const check: Dataset<Numbers>['check'] = ({ min_numbers, max_numbers, min_value, max_value }) => {
  assert(min_numbers >= 2, 'min_numbers must be at least 2')
  assert(max_numbers >= min_numbers, 'max_numbers must be >= min_numbers')
  assert(min_value >= 1, 'min_value must be positive')
  assert(max_value > min_value, 'max_value must be > min_value')
}

export function gcdOf(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** Draws numbers up to three times, until `isGood`; the last draw counts. */
function draw(
  rng: PyRandom,
  { min_numbers, max_numbers, min_value, max_value }: Numbers,
  isGood: (numbers: bigint[]) => boolean,
): bigint[] {
  let numbers: bigint[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    const count = rng.randint(min_numbers, max_numbers)
    numbers = Array.from({ length: count }, () => BigInt(rng.randint(min_value, max_value)))
    if (isGood(numbers)) break
  }
  return numbers
}

const greatest = (numbers: bigint[]) => numbers.reduce(gcdOf)
const least = (numbers: bigint[]) => numbers.reduce((a, b) => (a * b) / gcdOf(a, b))

export const gcd = defineDataset({
  name: 'gcd',
  configClass: 'GCDConfig',
  config: { min_numbers: 2, max_numbers: 2, min_value: 1, max_value: 1000 },
  check,
  item(rng, config) {
    const numbers = draw(rng, config, (drawn) => greatest(drawn) > 1n)
    const result = greatest(numbers)
    const difficulty = { num_terms: [config.min_numbers, config.max_numbers], value: [config.min_value, config.max_value] }
    return {
      question: `Find the Greatest Common Divisor (GCD) of these numbers: ${numbers.join(', ')}. Give only the GCD as your final answer.`,
      answer: String(result),
      metadata: { numbers, result, num_terms: numbers.length, difficulty },
    }
  },
})

export const lcm = defineDataset({
  name: 'lcm',
  configClass: 'LCMConfig',
  config: { min_numbers: 2, max_numbers: 2, min_value: 1, max_value: 100 },
  check,
  item(rng, config) {
    const numbers = draw(rng, config, (drawn) => least(drawn) < drawn.reduce((a, b) => a * b))
    const result = least(numbers)
    const difficulty = { numbers: [config.min_numbers, config.max_numbers], value: [config.min_value, config.max_value] }
    return {
      question: `Find the Least Common Multiple (LCM) of these numbers: ${numbers.join(', ')}`,
      answer: String(result),
      metadata: { numbers, result, difficulty },
    }
  },
})
