import type { PyRandom } from '../../python-random.ts'
import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'

function drawString(rng: PyRandom, n: number, isSolvable: boolean): string {
  let ones = Math.floor(n / 2)
  let zeros = ones
  if (n % 2 === 1) {
    if (rng.random() < 0.5) ones++
    else zeros++
  }
  if (!isSolvable) {
    if (ones > zeros) ones++
    else if (ones < zeros) zeros++
    else if (rng.random() < 0.5) ones += 2
    else zeros += 2
  }
  const bits = [...'1'.repeat(ones), ...'0'.repeat(zeros)]
  rng.shuffle(bits)
  return bits.join('')
}

/** Half of the places that differ from the alternating string that begins with `first`. */
function swaps(string: string, first: '0' | '1'): number {
  const wrong = [...string].filter((bit, at) => (bit === first) === (at % 2 === 1)).length
  return Math.floor(wrong / 2)
}

function solve(string: string): number {
  const ones = string.replaceAll('0', '').length
  const zeros = string.length - ones
  if (Math.abs(ones - zeros) > 1) return -1
  if (ones > zeros) return swaps(string, '1')
  return ones < zeros ? swaps(string, '0') : Math.min(swaps(string, '0'), swaps(string, '1'))
}

export const binaryAlternation = defineDataset({
  name: 'binary_alternation',
  configClass: 'BinaryAlternationConfig',
  config: { min_n: 10, max_n: 30, p_solvable: 0.8 },
  check({ min_n, max_n, p_solvable }) {
    assert(1 <= min_n, 'Minimum number of bits must be at least 1')
    assert(min_n <= max_n, 'Minimum number of bits must be <= maximum number of bits')
    assert(0 <= p_solvable && p_solvable <= 1, 'Probability of generating a 1 must be in [0, 1]')
  },
  item(rng, { min_n, max_n, p_solvable }) {
    const n = rng.randint(min_n, max_n)
    const solvable = rng.random() < p_solvable
    const string = drawString(rng, n, solvable)
    const solution = solve(string)
    return {
      question: `Given a binary string, return the minimum number of character swaps to make it alternating, or -1 if it is impossible.

The string is called alternating if no two adjacent characters are equal. For example, the strings "010" and "1010" are alternating, while the string "0100" is not.

Any two characters may be swapped, even if they are not adjacent.

Now, determine the minimum number of swaps to make the following binary string alternating: ${string}
`,
      answer: String(solution),
      metadata: { string, solution, solvable, n, difficulty: { n: [min_n, max_n] } },
    }
  },
})
