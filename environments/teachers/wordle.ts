import { compareWords } from '../textarena/wordle-rules.ts'
import { wordsOf } from '../textarena/words.ts'

interface Seen {
  readonly messages: readonly { readonly content: string }[]
}

/** Guesses the secret that is still possible and splits the others best. For the games whose secrets are of Basic English. */
export function teachWordle({ messages: [conversation] }: Seen): { message: string } {
  const content = conversation?.content ?? ''
  const length = content.includes('A secret 7-letter word') ? 7 : 5
  const clues = [...content.matchAll(/You submitted \[(\w+)\]\.\nFeedback:\n[A-Z ]+\n([GYX ]+)/g)]
  const open = wordsOf(length, false).secrets.filter((secret) =>
    clues.every(([, guess = '', marks]) => compareWords(guess, secret).join(' ') === marks),
  )
  return { message: `[${bestSplit(open)}]` }
}

/** The word whose answers leave the smallest largest group. */
function bestSplit(words: readonly string[]): string {
  let [best, smallest] = ['', Infinity]
  for (const guess of words) {
    const groups = new Map<string, number>()
    for (const secret of words) {
      const marks = compareWords(guess, secret).join('')
      groups.set(marks, (groups.get(marks) ?? 0) + 1)
    }
    const largest = Math.max(...groups.values())
    if (largest < smallest) [best, smallest] = [guess, largest]
  }
  return best
}
