import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'

function isPrime(number: number): boolean {
  if (number < 2) return false
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false
  return true
}

export const countPrimes = defineDataset({
  name: 'count_primes',
  configClass: 'CountPrimesConfig',
  config: { min_n: 1, max_n: 10_000 },
  check({ min_n, max_n }) {
    assert(1 <= min_n, 'min_n must be at least 1')
    assert(min_n <= max_n, 'min_n must be less than or equal to max_n')
  },
  item(rng, { min_n, max_n }) {
    const start = rng.randint(min_n, max_n)
    const end = rng.randint(start, max_n)
    const primes = Array.from({ length: end - start + 1 }, (_, at) => start + at).filter(isPrime)
    return {
      question: `Count how many prime numbers there are between ${start} and ${end} (inclusive) ?`,
      answer: String(primes.length),
      metadata: { start, end, primes, solution: primes.length, n: [start, end], difficulty: { n: [min_n, max_n] } },
    }
  },
})
