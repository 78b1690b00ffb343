import { BASIC_5, PACKED_5 } from './words/words-5.ts'
import { BASIC_7, PACKED_7 } from './words/words-7.ts'

/** The words of one length. */
export interface Words {
  /** Everything that may be guessed. */
  readonly dictionary: ReadonlySet<string>
  /** What a secret is drawn from. */
  readonly secrets: readonly string[]
}

const SOURCES = { 5: { basic: BASIC_5, packed: PACKED_5 }, 7: { basic: BASIC_7, packed: PACKED_7 } }
const unpacked = new Map<string, Words>()

/** Unpacked when first asked for: most sessions never need the long words. `isHardcore` draws secrets from all nouns. */
export function wordsOf(length: 5 | 7, isHardcore: boolean): Words {
  const key = `${length} ${isHardcore}`
  const known = unpacked.get(key)
  if (known !== undefined) return known
  const { basic, packed } = SOURCES[length]
  const { dictionary, marked } = unpack(packed)
  const words = { dictionary, secrets: isHardcore ? marked : basic.split(' ') }
  unpacked.set(key, words)
  return words
}

/** Reads what scripts/words/pack.py wrote: letters shared with the word before, then the others, a capital for a hardcore secret. */
function unpack(packed: string): { dictionary: Set<string>; marked: string[] } {
  const dictionary = new Set<string>()
  const marked: string[] = []
  let word = ''
  for (const [, shared, rest = ''] of packed.matchAll(/(\d)([A-Za-z][a-z]*)/g)) {
    word = word.slice(0, Number(shared)) + rest.toLowerCase()
    dictionary.add(word)
    if (rest < 'a') marked.push(word)
  }
  return { dictionary, marked }
}
