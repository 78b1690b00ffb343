import { connect } from '../../client/index.ts'
import type { connect4 } from '../../environments/connect4.ts'
import type { Random } from './random.ts'

/** A player with our own client, which must never notice that its connection was lost. */
export interface OwnPlayer {
  /** Resolves with the next answer. */
  nextAnswer(): Promise<void>
  end(): Promise<Trajectory>
}

export interface Trajectory {
  readonly columns: readonly number[]
  readonly turns: readonly unknown[]
  readonly state: unknown
}

export async function startOwnPlayer(url: string, random: Random): Promise<OwnPlayer> {
  const env = await connect<typeof connect4>(url, { timeoutMs: 120_000 })
  const columns: number[] = []
  const turns: unknown[] = [await env.reset({ seed: 1, episodeId: 'own' })]
  let answer = Promise.withResolvers<void>()
  let isOver = false

  async function play(): Promise<void> {
    while (!isOver) {
      const column = random.below(8)
      columns.push(column)
      turns.push(await env.step({ column }))
      answer.resolve()
      answer = Promise.withResolvers<void>()
    }
  }

  const played = play()
  played.catch((error: unknown) => answer.reject(error))
  return {
    nextAnswer: () => answer.promise,
    async end() {
      isOver = true
      await played
      const state = await env.state()
      await env[Symbol.asyncDispose]()
      return { columns, turns, state }
    },
  }
}

/** The same episode, played where nothing is ever lost. */
export async function unbroken(url: string, columns: readonly number[]): Promise<Trajectory> {
  await using env = await connect<typeof connect4>(url)
  const turns: unknown[] = [await env.reset({ seed: 1, episodeId: 'own' })]
  for (const column of columns) turns.push(await env.step({ column }))
  return { columns, turns, state: await env.state() }
}
