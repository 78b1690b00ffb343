import { defineDataset } from '../dataset.ts'
import { decimalScore } from '../scoring.ts'
import { checkTerms, difficultyOf, drawTerms } from './terms.ts'

export const products = defineDataset({
  name: 'products',
  configClass: 'ProductsConfig',
  config: { min_terms: 2, max_terms: 2, min_digits: 1, max_digits: 5, allow_negation: false },
  check: checkTerms,
  item(rng, config) {
    const { terms, num_terms, num_digits } = drawTerms(rng, config)
    const expression = terms.join(' * ')
    const result = terms.reduce((product, factor) => product * BigInt(factor), 1n)
    return {
      question: `Solve the following multiplication: ${expression}. Give only the result as your final answer.`,
      answer: String(result),
      metadata: { expression, num_terms, num_digits, difficulty: difficultyOf(config) },
    }
  },
  score: (answer, item) => decimalScore(answer, item.answer),
})
