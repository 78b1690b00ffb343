import { compileEnvironment } from './compiled.ts'
import type { AnyEnvironment } from './environment.ts'
import type { JsonObject } from './json.ts'
import { invalidMessage } from './protocol.ts'
import { type Issues, report } from './schema/issue.ts'
import { readBigint } from './schema/scalars.ts'
import { TASK_KEYS } from './tasks/choose-task.ts'

/** A reset's data, parsed. */
export interface ResetRequest {
  readonly seed: bigint
  /** False when the seed was drawn. */
  readonly isSeeded: boolean
  readonly episodeId: string
  /** What the environment's `options` schema made of the client's keys. */
  readonly options: unknown
  /** The client's keys that the schema read, as they came: the episode's record. */
  readonly given: JsonObject
  /** The client's keys that nothing reads: dropped, as OpenEnv does, and worth a line in the log. */
  readonly ignoredKeys: readonly string[]
}

const OWN_KEYS = new Set(['seed', 'episode_id'])
const NO_KEYS: ReadonlySet<string> = new Set()

/** Reads a reset's data. Without a seed one is drawn (uint32); without an id, or with an empty one, a UUID is. */
export function readResetRequest(data: JsonObject, environment: AnyEnvironment): ResetRequest {
  const issues: Issues = []
  const seed = readSeed(data, issues)
  const episodeId = readEpisodeId(data, issues)
  const { readOptions, optionKeys } = compileEnvironment(environment)
  const taskKeys = environment.tasks === undefined ? NO_KEYS : TASK_KEYS
  const others = Object.keys(data).filter((key) => !OWN_KEYS.has(key) && !taskKeys.has(key))
  const given = Object.fromEntries(others.filter((key) => optionKeys.has(key)).map((key) => [key, data[key] ?? null]))
  const options = readOptions === undefined ? {} : readOptions(given, issues, false)
  if (issues.length > 0) throw invalidMessage(issues)
  const ignoredKeys = others.filter((key) => !optionKeys.has(key))
  return {
    seed: seed ?? drawSeed(),
    isSeeded: seed !== undefined,
    episodeId: episodeId || crypto.randomUUID(),
    options,
    given,
    ignoredKeys,
  }
}

function readSeed({ seed }: JsonObject, issues: Issues): bigint | undefined {
  if (seed === undefined || seed === null) return undefined
  const start = issues.length
  const value = readBigint(seed, issues, false)
  for (const issue of issues.slice(start)) issue.loc.unshift('seed')
  return value
}

function readEpisodeId({ episode_id: id }: JsonObject, issues: Issues): string | undefined {
  if (id === undefined || id === null) return undefined
  if (typeof id === 'string') return id
  report(issues, 'string_type', 'Input should be a valid string', id)
  issues.at(-1)?.loc.unshift('episode_id')
  return undefined
}

const drawn = new Uint32Array(256)
let undrawn = 0

/** A fresh seed. The platform's generator is asked for many at once: a call of it costs more than the rest of a small reset. */
function drawSeed(): bigint {
  if (undrawn === 0) undrawn = crypto.getRandomValues(drawn).length
  return BigInt(drawn[--undrawn] ?? 0)
}
