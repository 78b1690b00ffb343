import { defineDataset } from '../dataset.ts'
import { decimalScore } from '../scoring.ts'
import { checkTerms, difficultyOf, drawTerms } from './terms.ts'

export const chainSum = defineDataset({
  name: 'chain_sum',
  configClass: 'ChainSumConfig',
  config: { min_terms: 2, max_terms: 6, min_digits: 1, max_digits: 4, allow_negation: false },
  check: checkTerms,
  item(rng, config) {
    const { terms, num_terms, num_digits } = drawTerms(rng, config)
    const signs = Array.from({ length: num_terms - 1 }, () => rng.choice(['+', '-']))
    const expression = terms.map((term, at) => (at === 0 ? `${term}` : `${signs[at - 1]} ${term}`)).join(' ')
    const result = terms.reduce((sum, term, at) => (signs[at - 1] === '-' ? sum - term : sum + term))
    return {
      question: `State the final answer to the following arithmetic problem: ${expression} =`,
      answer: String(result),
      metadata: { num_terms, num_digits, expression, difficulty: difficultyOf(config) },
    }
  },
  score: (answer, item) => decimalScore(answer, item.answer),
})
