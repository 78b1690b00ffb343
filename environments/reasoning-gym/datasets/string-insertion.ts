import { defineDataset } from '../dataset.ts'
import { assert, readLiteral } from '../python.ts'

const RULES = [
  ['ABCD', 'A'],
  ['BCDE', 'B'],
  ['CDEA', 'C'],
  ['DEAB', 'D'],
  ['EABC', 'E'],
] as const

function insert(string: string): string {
  let output = ''
  for (let at = 0; at < string.length; ) {
    const rule = RULES.find(([pattern]) => string.startsWith(pattern, at))
    const taken = rule?.[0] ?? string[at] ?? ''
    output += taken + (rule?.[1] ?? '')
    at += taken.length
  }
  return output
}

export const stringInsertion = defineDataset({
  name: 'string_insertion',
  configClass: 'StringInsertionConfig',
  config: { min_string_length: 5, max_string_length: 20 },
  check({ min_string_length, max_string_length }) {
    assert(5 <= min_string_length, 'Minimum string length should be at least 5')
    assert(min_string_length <= max_string_length, 'Minimum string length should be less than maximum')
  },
  item(rng, { min_string_length, max_string_length }) {
    const string_length = rng.randint(min_string_length, max_string_length)
    const string = Array.from({ length: string_length }, () => rng.choice('ABCDE')).join('')
    const solution = insert(string)
    return {
      question: `Given a string consisting of characters A, B, C, D, and E, your job is to insert a character according to the following pattern:
1. If there is a substring ABCD in the string, insert the character A after the substring.
2. If there is a substring BCDE in the string, insert the character B after the substring.
3. If there is a substring CDEA in the string, insert the character C after the substring.
4. If there is a substring DEAB in the string, insert the character D after the substring.
5. If there is a substring EABC in the string, insert the character E after the substring.

Once you have inserted a character, you have to skip over the substring and the inserted character and continue the search from the next character.

Your output should be a string that has been modified according to the pattern.

Given the following string, provide the answer after inserting the characters according to the pattern: ${string}
`,
      answer: solution,
      metadata: { string, solution, string_length, difficulty: { string_length: [min_string_length, max_string_length] } },
    }
  },
  score(answer, item) {
    if (answer === item.answer) return 1
    const literal = readLiteral(answer)
    const text = Array.isArray(literal) && literal.every((part) => typeof part === 'string') ? literal.join('') : literal
    return text === item.answer ? 0.1 : 0
  },
})
