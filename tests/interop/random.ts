/** Numbers of a generated test, from a seed that its failure prints: `INTEROP_SEED=<seed>` plays it again. */
export interface Random {
  readonly seed: number
  /** In [0, 1). */
  next(): number
  /** An integer in [0, below). */
  below(below: number): number
  choice<T>(items: readonly [T, ...T[]]): T
}

export function createRandom(seed = Number(process.env.INTEROP_SEED ?? Math.floor(Math.random() * 2 ** 32))): Random {
  let state = seed >>> 0
  // mulberry32, a public-domain generator by Tommy Ettinger.
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { seed, next, below, choice: (items) => items[below(items.length)] ?? items[0] }
}
