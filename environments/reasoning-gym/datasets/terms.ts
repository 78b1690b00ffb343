import type { PyRandom } from '../../python-random.ts'
import { positiveSize } from '../dataset.ts'
import { assert } from '../python.ts'

interface Terms {
  readonly min_terms: number
  readonly max_terms: number
  readonly min_digits: number
  readonly max_digits: number
  readonly allow_negation: boolean
}

/** What sums and products ask of their configuration. */
export function checkTerms({ min_terms, max_terms, min_digits, max_digits }: Terms, size: number): void {
  positiveSize(size)
  assert(min_terms > 0, 'min_terms must be positive')
  assert(max_terms >= min_terms, 'max_terms must be >= min_terms')
  assert(min_digits > 0, 'min_digits must be positive')
  assert(max_digits >= min_digits, 'max_digits must be >= min_digits')
}

/** The numbers of a sum or a product, all of as many digits at most. */
export function drawTerms(rng: PyRandom, { min_terms, max_terms, min_digits, max_digits, allow_negation }: Terms) {
  const num_terms = rng.randint(min_terms, max_terms)
  const num_digits = rng.randint(min_digits, max_digits)
  const highest = 10 ** num_digits - 1
  const lowest = allow_negation ? -highest : num_digits === 1 ? 0 : 10 ** (num_digits - 1)
  const terms = Array.from({ length: num_terms }, () => rng.randint(lowest, highest))
  return { terms, num_terms, num_digits }
}

export function difficultyOf({ min_terms, max_terms, min_digits, max_digits }: Terms) {
  return { num_terms: [min_terms, max_terms], num_digits: [min_digits, max_digits] }
}
