const SIZE = 624
const SHIFT = 397
const TWO_32 = 4294967296
/** A saved word is six of these, most significant first: `btoa` is many times slower where it is not native. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const CODES = new TextEncoder().encode(ALPHABET)
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, CODES.indexOf(code)))
const CHARACTERS = 6

/** The parts of Python's `random.Random` that upstream's environments draw from, to the bit. */
export interface PyRandom {
  /** Uniform in [0, 1), 53 bits. */
  random(): number
  /** An integer of `bits` random bits, at most 53. */
  getrandbits(bits: number): number
  /** Uniform in [0, stop): `randrange(stop)`. */
  below(stop: number): number
  /** Uniform in [low, high], both included. */
  randint(low: number, high: number): number
  uniform(low: number, high: number): number
  choice<T>(items: ArrayLike<T>): T
  /** Shuffles in place. */
  shuffle<T>(items: T[]): void
  sample<T>(items: readonly T[], count: number): T[]
  /** `count` items drawn with replacement; equal weights when none are given. */
  choices<T>(items: readonly T[], count: number, weights?: readonly number[]): T[]
  /** The generator as text, for `restorePyRandom`: 3,744 characters and the position. */
  save(): string
}

/** Python's `random.Random(seed)` for an integer seed of any size. */
export function createPyRandom(seed: bigint | number): PyRandom {
  return fromWords(seedWords(BigInt(seed)), SIZE)
}

/** The generator that `save` wrote down. */
export function restorePyRandom(text: string): PyRandom {
  const words = new Uint32Array(SIZE)
  for (let at = 0, start = 0; at < SIZE; at++, start += CHARACTERS) {
    let value = 0
    for (let character = start; character < start + CHARACTERS; character++)
      value = (value << 6) | (VALUES[text.charCodeAt(character)] ?? 0)
    words[at] = value
  }
  return fromWords(words, Number(text.slice(CHARACTERS * SIZE)))
}

/** MT19937's `init_by_array` with the words of |seed|, least significant first (CPython, `Modules/_randommodule.c`). */
function seedWords(seed: bigint): Uint32Array {
  const key: number[] = []
  for (let rest = seed < 0n ? -seed : seed; rest > 0n || key.length === 0; rest >>= 32n) key.push(Number(rest & 0xffffffffn))
  const words = new Uint32Array(SIZE)
  words[0] = 19650218
  for (let at = 1; at < SIZE; at++) words[at] = Math.imul(1812433253, mix(words, at)) + at
  let at = 1
  const wrap = () => {
    if (++at < SIZE) return
    words[0] = word(words, SIZE - 1)
    at = 1
  }
  const rounds = Math.max(SIZE, key.length)
  for (let round = 0; round < rounds; round++) {
    const index = round % key.length
    words[at] = (word(words, at) ^ Math.imul(mix(words, at), 1664525)) + (key[index] ?? 0) + index
    wrap()
  }
  for (let round = 1; round < SIZE; round++) {
    words[at] = (word(words, at) ^ Math.imul(mix(words, at), 1566083941)) - at
    wrap()
  }
  words[0] = 0x80000000
  return words
}

function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0
}

function mix(words: Uint32Array, at: number): number {
  const before = word(words, at - 1)
  return before ^ (before >>> 30)
}

/** The next 624 words, in place. */
function twist(words: Uint32Array): void {
  for (let at = 0; at < SIZE; at++) {
    const y = (word(words, at) & 0x80000000) | (word(words, (at + 1) % SIZE) & 0x7fffffff)
    words[at] = word(words, (at + SHIFT) % SIZE) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0)
  }
}

function temper(y: number): number {
  y ^= y >>> 11
  y ^= (y << 7) & 0x9d2c5680
  y ^= (y << 15) & 0xefc60000
  return (y ^ (y >>> 18)) >>> 0
}

function fromWords(words: Uint32Array, position: number): PyRandom {
  function next(): number {
    if (position >= SIZE) {
      twist(words)
      position = 0
    }
    return temper(word(words, position++))
  }
  function random(): number {
    return ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992
  }
  function getrandbits(bits: number): number {
    let value = 0
    for (let rest = bits, scale = 1; rest > 0; rest -= 32, scale *= TWO_32) value += (next() >>> Math.max(0, 32 - rest)) * scale
    return value
  }
  function below(stop: number): number {
    if (!(Number.isSafeInteger(stop) && stop > 0)) throw new RangeError(`empty range for randrange() (0, ${stop})`)
    // The bit length of `stop`, not of `stop - 1`, as CPython has it.
    const bits = stop < TWO_32 ? 32 - Math.clz32(stop) : 64 - Math.clz32(Math.floor(stop / TWO_32))
    for (;;) {
      const value = getrandbits(bits)
      if (value < stop) return value
    }
  }
  return {
    random,
    getrandbits,
    below,
    randint: (low, high) => low + below(high - low + 1),
    uniform: (low, high) => low + (high - low) * random(),
    choice: (items) => items[below(items.length)] as never,
    shuffle: (items) => shuffle(items, below),
    sample: (items, count) => sample(items, count, below),
    choices: (items, count, weights) => choices(items, count, weights, random),
    save: () => save(words, position),
  }
}

function shuffle<T>(items: T[], below: PyRandom['below']): void {
  for (let at = items.length - 1; at > 0; at--) {
    const other = below(at + 1)
    const moved = items[at] as T
    items[at] = items[other] as T
    items[other] = moved
  }
}

function sample<T>(items: readonly T[], count: number, below: PyRandom['below']): T[] {
  const size = items.length
  if (count < 0 || count > size) throw new RangeError('Sample larger than population or is negative')
  const setSize = 21 + (count > 5 ? 4 ** Math.ceil(Math.log(count * 3) / Math.log(4)) : 0)
  if (size > setSize) return sampleBySet(items, count, below)
  const pool = items.slice()
  return Array.from({ length: count }, (_, taken) => {
    const at = below(size - taken)
    const item = pool[at] as T
    pool[at] = pool[size - taken - 1] as T
    return item
  })
}

function sampleBySet<T>(items: readonly T[], count: number, below: PyRandom['below']): T[] {
  const seen = new Set<number>()
  while (seen.size < count) seen.add(below(items.length))
  return Array.from(seen, (at) => items[at] as T)
}

function choices<T>(items: readonly T[], count: number, weights: readonly number[] | undefined, random: PyRandom['random']): T[] {
  const size = items.length
  if (weights === undefined) return Array.from({ length: count }, () => items[Math.floor(random() * size)] as T)
  let total = 0
  const cumulative = weights.map((weight) => (total += weight))
  return Array.from({ length: count }, () => {
    const drawn = random() * total
    const at = cumulative.findIndex((sum) => drawn < sum)
    return items[at < 0 ? size - 1 : at] as T
  })
}

function save(words: Uint32Array, position: number): string {
  const codes = new Uint8Array(CHARACTERS * SIZE)
  for (let at = 0, start = 0; at < SIZE; at++, start += CHARACTERS) {
    for (let digit = 0; digit < CHARACTERS; digit++) {
      codes[start + digit] = CODES[(word(words, at) >>> (6 * (CHARACTERS - 1 - digit))) & 63] ?? 0
    }
  }
  return new TextDecoder().decode(codes) + position
}
