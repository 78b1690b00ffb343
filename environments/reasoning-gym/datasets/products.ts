import { defineDataset, positiveSize } from '../dataset.ts'
import { assert } from '../python.ts'
import { decimalScore } from '../scoring.ts'

export const products = defineDataset({
  name: 'products',
  configClass: 'ProductsConfig',
  config: { min_terms: 2, max_terms: 2, min_digits: 1, max_digits: 5, allow_negation: false },
  check({ min_terms, max_terms, min_digits, max_digits }, size) {
    positiveSize(size)
    assert(min_terms > 0, 'min_terms must be positive')
    assert(max_terms >= min_terms, 'max_terms must be >= min_terms')
    assert(min_digits > 0, 'min_digits must be positive')
    assert(max_digits >= min_digits, 'max_digits must be >= min_digits')
  },
  item(rng, { min_terms, max_terms, min_digits, max_digits, allow_negation }) {
    const num_terms = rng.randint(min_terms, max_terms)
    const num_digits = rng.randint(min_digits, max_digits)
    const highest = 10 ** num_digits - 1
    const lowest = allow_negation ? -highest : num_digits === 1 ? 0 : 10 ** (num_digits - 1)
    const factors = Array.from({ length: num_terms }, () => rng.randint(lowest, highest))
    const expression = factors.join(' * ')
    const result = factors.reduce((product, factor) => product * BigInt(factor), 1n)
    return {
      question: `Solve the following multiplication: ${expression}. Give only the result as your final answer.`,
      answer: String(result),
      metadata: {
        expression,
        num_terms,
        num_digits,
        difficulty: { num_terms: [min_terms, max_terms], num_digits: [min_digits, max_digits] },
      },
    }
  },
  score: (answer, item) => decimalScore(answer, item.answer),
})
