import { defineDataset, positiveSize } from '../dataset.ts'
import { assert } from '../python.ts'
import { decimalScore } from '../scoring.ts'

export const chainSum = defineDataset({
  name: 'chain_sum',
  configClass: 'ChainSumConfig',
  config: { min_terms: 2, max_terms: 6, min_digits: 1, max_digits: 4, allow_negation: false },
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
    const terms = Array.from({ length: num_terms }, () => rng.randint(lowest, highest))
    const signs = Array.from({ length: num_terms - 1 }, () => rng.choice(['+', '-']))
    const expression = terms.map((term, at) => (at === 0 ? `${term}` : `${signs[at - 1]} ${term}`)).join(' ')
    const result = terms.reduce((sum, term, at) => (signs[at - 1] === '-' ? sum - term : sum + term))
    return {
      question: `State the final answer to the following arithmetic problem: ${expression} =`,
      answer: String(result),
      metadata: {
        num_terms,
        num_digits,
        expression,
        difficulty: { num_terms: [min_terms, max_terms], num_digits: [min_digits, max_digits] },
      },
    }
  },
  score: (answer, item) => decimalScore(answer, item.answer),
})
