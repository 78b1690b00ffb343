import { compileEnvironment } from './compiled.ts'
import type { AnyEnvironment, Turn } from './environment.ts'
import { isPlainObject, type Json } from './json.ts'

/** A turn as an author's function returned it: its types are a promise that nobody has checked yet. */
export type UnknownTurn = Turn<unknown, Json>

/** A turn whose parts are what the wire needs. */
export interface CheckedTurn {
  readonly state: Json
  readonly observation: unknown
  readonly reward: number | bigint | boolean | null
  readonly done: boolean
  /** JSON text, `{}` when empty. */
  readonly metadata: string
  /** What the client sees instead, while the state is kept. */
  readonly error: string | undefined
}

const REWARD_TYPES: ReadonlySet<string> = new Set(['number', 'bigint', 'boolean'])

/** Checks what an author's function returned and cuts an episode at `maxSteps`. Throws a TypeError that names the part at fault. */
export function readTurn(turn: UnknownTurn, environment: AnyEnvironment, stepCount: number): CheckedTurn {
  if (!isPlainObject(turn)) throw new TypeError(`${environment.name} must return { state, observation, reward, done }.`)
  const { state, observation, reward = null, done = false, metadata, truncated, error } = turn as UnknownTurn
  if (typeof done !== 'boolean') throw new TypeError(`${environment.name} returned done of type ${typeof done}; it must be a boolean.`)
  if (reward !== null && !REWARD_TYPES.has(typeof reward)) {
    throw new TypeError(`${environment.name} returned a reward of type ${typeof reward}; it must be a number or null.`)
  }
  if (error !== undefined && typeof error !== 'string')
    throw new TypeError(`${environment.name} returned an error of type ${typeof error}; it must be a string.`)
  const isCut = !done && endsEpisode({ done }, environment, stepCount)
  const marks = isCut || truncated === true ? { ...metadata, truncated: true } : metadata
  const printed = marks === undefined ? '{}' : compileEnvironment(environment).printMetadata(marks)
  return { state, observation, reward, done: done || isCut, metadata: printed, error }
}

/** Whether the episode ends with a turn: by what the turn says, or because `maxSteps` cuts it there. */
export function endsEpisode({ done }: Pick<UnknownTurn, 'done'>, { maxSteps = Infinity }: AnyEnvironment, stepCount: number): boolean {
  return done === true || stepCount >= maxSteps
}
