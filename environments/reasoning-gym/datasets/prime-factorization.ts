import { defineDataset } from '../dataset.ts'
import { assert, readInteger } from '../python.ts'

function factorsOf(number: number): number[] {
  const factors: number[] = []
  let rest = number
  for (let divisor = 2; divisor * divisor <= rest; divisor++) {
    for (; rest % divisor === 0; rest /= divisor) factors.push(divisor)
  }
  return rest > 1 ? [...factors, rest] : factors
}

function readFactors(answer: string): bigint[] {
  const factors = answer.split('×').filter((factor) => factor.trim() !== '')
  return factors.map((factor) => readInteger(factor.trim())).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

export const primeFactorization = defineDataset({
  name: 'prime_factorization',
  configClass: 'PrimeFactorizationConfig',
  config: { min_value: 2, max_value: 1000 },
  check({ min_value, max_value }) {
    assert(min_value >= 2, 'min_value must be >= 2')
    assert(max_value >= min_value, 'max_value must be >= min_value')
  },
  item(rng, { min_value, max_value }) {
    const number = rng.randint(min_value, max_value)
    const factors = factorsOf(number)
    return {
      question: `Find the prime factorization of ${number}. Write the factors separated by × (Example: for 12 the answer would be: 2 × 2 × 3)`,
      answer: factors.join(' × '),
      metadata: { number, factors, difficulty: { value: [min_value, max_value] } },
    }
  },
  score(answer, item) {
    const [given, wanted] = [readFactors(answer), readFactors(item.answer)]
    if (given.join() === wanted.join()) return 1
    const product = (factors: bigint[]) => factors.reduce((a, b) => a * b, 1n)
    return product(given) === product(wanted) ? 0.5 : 0.01
  },
})
