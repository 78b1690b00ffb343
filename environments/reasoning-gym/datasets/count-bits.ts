import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'

export const countBits = defineDataset({
  name: 'count_bits',
  configClass: 'CountBitsConfig',
  config: { min_n: 1, max_n: 2 ** 31 - 1 },
  check({ min_n, max_n }) {
    assert(1 <= min_n && min_n <= max_n, 'min_n must be between 1 and max_n')
  },
  item(rng, { min_n, max_n }) {
    const number = rng.randint(min_n, max_n)
    const binary = number.toString(2)
    const solution = binary.replaceAll('0', '').length
    return {
      question: `How many 1 bits are there in the binary representation of the number ${number}?`,
      answer: String(solution),
      metadata: { number, solution, binary, n: number, difficulty: { n: [min_n, max_n] } },
    }
  },
})
