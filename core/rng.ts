/** Random numbers that are a function of (seed, salt, step count): nothing of the generator is ever stored. */
export interface Rng {
  /** Uniform in [0, 1), 53 bits. */
  random(): number
  /** Uniform integer in [low, high], both included. */
  integer(low: number, high: number): number
  choice<T>(items: readonly T[]): T
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[]
  /** Standard normal. */
  normal(): number
}

/** 32-bit FNV-1a over UTF-16 units, then mixed by murmur3's finaliser: four of them seed the generator. */
function hash(text: string, start: number): number {
  let h = start ^ 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** The sfc32 generator (Chris Doty-Humphrey, PractRand), as a function that returns uint32. */
function sfc32(a: number, b: number, c: number, counter: number): () => number {
  return () => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    return t >>> 0
  }
}

/** The generator of one call. `seed` is any integer; the same three arguments always give the same numbers. */
export function createRng(seed: bigint | number | string, salt = 0, stepCount = 0): Rng {
  const key = `${seed}/${salt}/${stepCount}`
  const next = sfc32(hash(key, 1), hash(key, 2), hash(key, 3), hash(key, 4))
  for (let i = 0; i < 12; i++) next()

  function random(): number {
    return ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992
  }
  function integer(low: number, high: number): number {
    if (!(Number.isSafeInteger(low) && Number.isSafeInteger(high) && low <= high))
      throw new RangeError(`No integer from ${low} to ${high}.`)
    return low + Math.floor(random() * (high - low + 1))
  }
  function choice<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('No choice from an empty list.')
    return items[integer(0, items.length - 1)] as T
  }
  function shuffle<T>(items: readonly T[]): T[] {
    const copy = items.slice()
    for (let i = copy.length - 1; i > 0; i--) {
      const j = integer(0, i)
      const swapped = copy[i] as T
      copy[i] = copy[j] as T
      copy[j] = swapped
    }
    return copy
  }
  function normal(): number {
    return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  }
  return { random, integer, choice, shuffle, normal }
}
