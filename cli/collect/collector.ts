import type { RemoteEnvironment } from '../remote-environment.ts'
import { chooseDialect, type Dialect } from './dialect.ts'
import { type EpisodeRecord, playEpisode } from './episode.ts'
import type { Policy } from './policy.ts'
import { PlaySession } from './session.ts'

export interface Collection {
  readonly environment: RemoteEnvironment
  readonly policy: Policy
  /** Numbers of the episodes to play: each is also added to the seed. */
  readonly numbers: readonly number[]
  readonly idOf: (number: number) => string
  readonly seed: number
  /** Further keys of each reset. */
  readonly options: object
  readonly maxTurns: number
  readonly parallel: number
  readonly signal: AbortSignal
  readonly onRecord: (record: EpisodeRecord) => void
  readonly onFailure: (id: string, error: unknown) => void
}

/** Plays the episodes, some at a time, each on a socket of its own. Ends early, without a failure, when it is aborted. */
export async function collectEpisodes(collection: Collection): Promise<void> {
  const { environment, numbers, parallel, signal } = collection
  const dialect = await chooseDialect(environment, () => listTools(environment.base, signal))
  const queue = [...numbers]
  async function work(): Promise<void> {
    for (let next = queue.shift(); next !== undefined && !signal.aborted; next = queue.shift()) await collectOne(collection, dialect, next)
  }
  await Promise.all(Array.from({ length: Math.min(parallel, numbers.length) }, work))
}

async function collectOne(collection: Collection, dialect: Dialect, number: number): Promise<void> {
  const { environment, policy, signal, maxTurns } = collection
  const id = collection.idOf(number)
  const seed = collection.seed + number
  try {
    const session = await PlaySession.open(environment.base, signal)
    try {
      const reset = { ...collection.options, seed, episode_id: id }
      const player = policy(seed, dialect)
      const record = await playEpisode(session, { dialect, player, plan: { id, reset, maxTurns, signal } })
      if (!signal.aborted) collection.onRecord(record)
    } finally {
      session.close()
    }
  } catch (error) {
    if (!signal.aborted) collection.onFailure(id, error)
  }
}

async function listTools(base: string, signal: AbortSignal): Promise<unknown> {
  const session = await PlaySession.open(base, signal)
  try {
    await session.play('reset', {})
    return (await session.play('step', { type: 'list_tools' })).observation
  } finally {
    session.close()
  }
}
