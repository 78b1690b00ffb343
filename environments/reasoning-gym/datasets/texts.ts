import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'
import { STORY } from '../story.ts'

let words: readonly string[] | undefined

/** The story's words without those that hold an underscore. Read when first asked for. */
function storyWords(): readonly string[] {
  words ??= (STORY.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => !word.includes('_'))
  return words
}

const checkWords = ({ min_words, max_words }: { min_words: number; max_words: number }) => {
  assert(min_words > 0, 'min_words must be positive')
  assert(max_words >= min_words, 'max_words must be >= min_words')
}

export const letterCounting = defineDataset({
  name: 'letter_counting',
  configClass: 'LetterCountingConfig',
  config: { min_words: 5, max_words: 15 },
  check: checkWords,
  item(rng, { min_words, max_words }) {
    const all = storyWords()
    const span_length = Math.min(rng.randint(min_words, max_words), all.length)
    const start = rng.randint(0, all.length - span_length)
    const span = all.slice(start, start + span_length)
    const letters = [...span.join('').toLowerCase()]
    const target_letter = rng.choice([...new Set(letters)].sort())
    const count = letters.filter((letter) => letter === target_letter).length
    return {
      question: `How many times does the letter "${target_letter}" appear in the text: "${span.join(' ')}"?`,
      answer: String(count),
      metadata: { span_length, target_letter, span, difficulty: { words: [min_words, max_words] } },
    }
  },
})

export const wordSequenceReversal = defineDataset({
  name: 'word_sequence_reversal',
  configClass: 'WordSequenceReversalConfig',
  config: { min_words: 3, max_words: 8 },
  check: checkWords,
  item(rng, { min_words, max_words }) {
    const num_words = Math.min(rng.randint(min_words, max_words), storyWords().length)
    const drawn = rng.sample(storyWords(), num_words)
    const words = drawn.join(', ')
    return {
      question: `Solve the following problem.

Provide you answer as a comma-separated list of words with a space after the comma.

Reverse this list of words: ${words}
`,
      answer: drawn.toReversed().join(', '),
      metadata: { num_words, words: drawn, difficulty: { words: [min_words, max_words] } },
    }
  },
})

export const caesarCipher = defineDataset({
  name: 'caesar_cipher',
  configClass: 'CaesarCipherConfig',
  config: { delimiter: '.', min_words: 3, max_words: 20, min_rotation: 1, max_rotation: 25 },
  check({ min_words, max_words, min_rotation, max_rotation }) {
    checkWords({ min_words, max_words })
    const isInside = 0 < min_rotation && min_rotation <= max_rotation && max_rotation < 26
    assert(isInside, 'rotation must be in range [1,25]')
  },
  item(rng, { delimiter, min_words, max_words, min_rotation, max_rotation }) {
    const clear_text = rng.choice(sentences(delimiter, min_words, max_words))
    const rotation = rng.randint(min_rotation, max_rotation)
    const rotated = (letter: string) => String.fromCharCode(65 + ((((letter.charCodeAt(0) - 65 + rotation) % 26) + 26) % 26))
    const cipher_text = clear_text.replace(/\p{L}/gu, rotated)
    return {
      question: `Decrypt this Caesar cipher text: ${cipher_text}. Provide only the decrypted text as your final answer.`,
      answer: clear_text,
      metadata: {
        rotation,
        cipher_text,
        clear_text,
        num_words: clear_text.split(' ').length,
        difficulty: { words: [min_words, max_words], rotation: [min_rotation, max_rotation] },
      },
    }
  },
})

let latest: { readonly key: string; readonly found: readonly string[] } | undefined

/** The story's sentences in capitals, of their words those of letters alone. The latest are kept: a data set asks again and again. */
function sentences(delimiter: string, minWords: number, maxWords: number): readonly string[] {
  const key = JSON.stringify([delimiter, minWords, maxWords])
  if (latest?.key === key) return latest.found
  const spoken = STORY.split(delimiter).map((sentence) => sentence.split(/\s+/).filter((word) => /^\p{L}+$/u.test(word)))
  const fitting = spoken.filter(({ length }) => length >= minWords && length <= maxWords)
  latest = { key, found: fitting.map((words) => words.join(' ').toUpperCase()) }
  return latest.found
}
