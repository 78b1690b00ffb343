import type { Writable } from 'node:stream'
import type { ClientVersion } from '../../scripts/prepare-python.ts'
import { runPython } from './python.ts'

/** Players in a Python process, each on a session of its own, who go on after every loss of their connection. */
export interface Survivors {
  /** Resolves when each of them has had an answer from now on; rejects when one has seen what the rules do not allow. */
  answered(): Promise<void>
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

type Line = { readonly event: 'answer'; readonly survivor: number; readonly asked: number } | ({ readonly event: 'end' } & Report)

/** How a client goes on: stock 0.10 `reconnects` by itself; with an older one, a program `renews` its client object. */
export type Recovery = 'reconnects' | 'renews'

export function startSurvivors(version: ClientVersion, recovery: Recovery, seed: number, urls: readonly string[]): Survivors {
  let input: Writable | undefined
  let asked = 0
  let awaited = new Set<number>()
  let all = Promise.withResolvers<void>()

  function onLine(line: unknown): void {
    const told = line as Line
    if (told.event === 'answer' && told.asked === asked) awaited.delete(told.survivor)
    if (told.event === 'end' && told.fault !== null)
      all.reject(new Error(`openenv ${version}, seed ${seed + told.survivor}: ${told.fault}`))
    if (awaited.size === 0) all.resolve()
  }

  function onStart(stdin: Writable): void {
    input = stdin
  }
  const lines = runPython(version, 'survive.py', [recovery, seed, ...urls], { onStart, onLine })
  lines.catch((error: unknown) => all.reject(error))
  return {
    answered() {
      asked++
      awaited = new Set(urls.keys())
      all = Promise.withResolvers()
      input?.write('\n')
      return all.promise
    },
    async end() {
      input?.end()
      const reports = ((await lines) as Line[]).filter((line) => line.event === 'end')
      return reports.sort((a, b) => a.survivor - b.survivor)
    },
  }
}
