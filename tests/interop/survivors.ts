import type { ClientVersion } from '../../scripts/prepare-python.ts'
import { runPython } from './python.ts'

/** Players in a Python process, each on a session of its own, who go on after every loss of their connection. */
export interface Survivors {
  /** Resolves when each of them has had an answer since its last loss; rejects when one has seen what the rules do not allow. */
  recovered(): Promise<void>
  /** Lets them finish; resolves to the report of each. */
  end(): Promise<Report[]>
}

export interface Report {
  readonly survivor: number
  readonly fault: string | null
  readonly answered: number
  readonly losses: number
  /** Losses with a step unanswered, and how many of those steps were applied. */
  readonly unanswered: number
  readonly applied: number
  readonly rolled_back: number
  readonly lost_steps: number
}

type Line = Report & { readonly event: 'recovered' | 'end' }

/** How a client goes on: stock 0.10 `reconnects` by itself; with an older one, a program `renews` its client object. */
export type Recovery = 'reconnects' | 'renews'

export function startSurvivors(version: ClientVersion, recovery: Recovery, seed: number, urls: readonly string[]): Survivors {
  const over = Promise.withResolvers<void>()
  const awaited = new Set(urls.keys())
  let isOver = false
  let all = Promise.withResolvers<void>()

  function onLine(line: unknown): void {
    const { event, survivor, fault } = line as Line
    awaited.delete(survivor)
    if (event === 'end' && !isOver) all.reject(new Error(`openenv ${version}, seed ${seed + survivor}: ${fault}`))
    if (awaited.size === 0) all.resolve()
  }

  const lines = runPython(version, 'survive.py', [recovery, seed, ...urls], { until: over.promise, onLine })
  lines.catch((error: unknown) => all.reject(error))
  return {
    async recovered() {
      await all.promise
      for (const index of urls.keys()) awaited.add(index)
      all = Promise.withResolvers<void>()
    },
    async end() {
      isOver = true
      over.resolve()
      const ends = (await lines).filter((line) => (line as Line).event === 'end') as Line[]
      return ends.sort((a, b) => a.survivor - b.survivor)
    },
  }
}
