import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

function reverse(text: string): string {
  return [...text].reverse().join('')
}

export const palindromeGeneration = defineDataset({
  name: 'palindrome_generation',
  configClass: 'PalindromeConfig',
  config: { min_length: 3, max_length: 10 },
  size: 50,
  check({ min_length, max_length }) {
    assert(min_length >= 1, 'min_length must be >= 1')
    assert(max_length >= min_length, 'max_length must be >= min_length')
  },
  item(rng, { min_length, max_length }) {
    const length = rng.randint(min_length, max_length)
    const half = rng.choices(LETTERS, Math.floor(length / 2)).join('')
    const palindrome = half + (length % 2 === 1 ? rng.choice(LETTERS) : '') + reverse(half)
    const scrambled = rng.sample([...palindrome], length)
    const letters = scrambled.join(', ')
    return {
      question: `Your task is, given a list of letters, to form a valid palindrome.

A palindrome is a phrase that reads the same forwards and backwards.

If there are multiple possible answers, only respond with one of them. You must use all the letters provided.

Your output should be a single string, with no spaces or punctuation.

Now, form a valid palindrome using the following letters: ${letters}
`,
      answer: palindrome,
      metadata: {
        letters: scrambled,
        generated_palindrome: palindrome,
        length,
        difficulty: { length: [min_length, max_length] },
      },
    }
  },
  score(answer, item) {
    if (answer === '') return 0
    const given = answer.trim().toLowerCase()
    if (given !== reverse(given)) return 0.02
    return [...given].sort().join() === [...item.answer].sort().join() ? 1 : 0.05
  },
})
