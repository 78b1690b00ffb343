/** What an environment's sessions did. */
export interface Tally {
  opened: number
  ended: number
  episodes: number
  steps: number
  /** Sum of all steps' time, ms. */
  stepMs: number
  /** Steps by the first of {@link STEP_BUCKETS_MS} that they fit in; one more for the rest. */
  stepBuckets: number[]
  /** Error frames by code. */
  errors: Record<string, number>
}

/** Upper bounds, ms. The clock of the platform counts whole milliseconds. */
export const STEP_BUCKETS_MS = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000, 30_000] as const

export function emptyTally(): Tally {
  return { opened: 0, ended: 0, episodes: 0, steps: 0, stepMs: 0, stepBuckets: STEP_BUCKETS_MS.map(() => 0).concat(0), errors: {} }
}

export function countStep(tally: Tally, ms: number): void {
  tally.steps++
  tally.stepMs += ms
  let bucket = 0
  while (bucket < STEP_BUCKETS_MS.length && ms > (STEP_BUCKETS_MS[bucket] ?? 0)) bucket++
  tally.stepBuckets[bucket] = (tally.stepBuckets[bucket] ?? 0) + 1
}

/** Both together, as a new one. */
export function addTally(a: Tally, b: Tally): Tally {
  const errors = { ...a.errors }
  for (const [code, count] of Object.entries(b.errors)) errors[code] = (errors[code] ?? 0) + count
  return {
    opened: a.opened + b.opened,
    ended: a.ended + b.ended,
    episodes: a.episodes + b.episodes,
    steps: a.steps + b.steps,
    stepMs: a.stepMs + b.stepMs,
    stepBuckets: a.stepBuckets.map((count, index) => count + (b.stepBuckets[index] ?? 0)),
    errors,
  }
}
