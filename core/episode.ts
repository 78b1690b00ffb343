import { compileEnvironment } from './compiled.ts'
import type { AnyEnvironment } from './environment.ts'
import { OpenEnvError } from './errors.ts'
import type { Json } from './json.ts'
import { parseJson } from './json-parse.ts'
import { printJson, printStored } from './json-text.ts'
import type { Issues } from './schema/issue.ts'

/** From reset to done, as plain data. Never changed in place: a step makes the next one. */
export interface Episode {
  readonly id: string
  readonly environment: string
  readonly version: string
  /** A decimal integer of any size. */
  readonly seed: string
  /** 0, or what a fork draws other chances with. */
  readonly salt: number
  readonly options: Json
  readonly stepCount: number
  /** Tool calls that were no steps: they draw chances of their own. */
  readonly callCount: number
  readonly done: boolean
  readonly state: Json
  readonly memory?: RubricMemory | undefined
}

/** What an episode's rubric keeps of it, and its JSON text: printed once, with the step that it is of. */
export interface RubricMemory {
  readonly value: Json
  readonly text: string
}

/** What a step never changes, as the beginning of the snapshot: made once an episode. */
export function printIdentity({ id, environment, version, seed, salt, options }: Episode): string {
  return `${JSON.stringify([id, environment, version, seed, salt]).slice(0, -1)},${printJson(options)}`
}

/** An episode as JSON text: its snapshot. `stateText` is the state, already printed. */
export function printEpisode(identity: string, { stepCount, callCount, done, memory }: Episode, stateText: string): string {
  return `${identity},${stepCount},${callCount},${done},${stateText}${memory === undefined ? '' : `,${memory.text}`}]`
}

/** The version that a snapshot is of. */
export function versionOf(snapshot: string): string {
  const [head] = /^\["(?:[^"\\]|\\.)*","(?:[^"\\]|\\.)*","(?:[^"\\]|\\.)*"/.exec(snapshot) ?? []
  return head === undefined ? '' : JSON.parse(`${head}]`)[2]
}

/** An episode's snapshot as another version would have printed it. */
export function asVersion(snapshot: string, { id, environment, version }: Episode, other: string): string {
  const head = (of: string) => JSON.stringify([id, environment, of]).slice(0, -1)
  return head(other) + snapshot.slice(head(version).length)
}

type StoredEpisode = [string, string, string, string, number, Json, number, number, boolean, Json, Json?]

/**
 * Reads a snapshot back for `environment`. Throws `VERSION_MISMATCH` when it is of another version and `migrate` is absent or
 * refuses, `SESSION_ERROR` when it is no snapshot.
 */
export function readEpisode(text: string, environment: AnyEnvironment): Episode {
  const stored = parseJson(text)
  const isEpisode = Array.isArray(stored) && (stored.length === 10 || stored.length === 11)
  if (!isEpisode) throw new OpenEnvError('SESSION_ERROR', 'The stored episode is not readable: reset to start a new one.')
  const [id, name, version, seed, salt, options, stepCount, callCount, done, state, memory] = stored as StoredEpisode
  if (name !== environment.name) {
    throw new OpenEnvError('SESSION_ERROR', `The stored episode is of "${name}", not of "${environment.name}".`)
  }
  const current = version === environment.version ? readState(state, environment) : migrate(version, state, environment)
  const kept = memory === undefined ? undefined : { value: memory, text: printStored(memory) }
  return {
    id,
    environment: name,
    version: environment.version,
    seed,
    salt,
    options,
    stepCount,
    callCount,
    done,
    state: current,
    memory: kept,
  }
}

function migrate(from: string, state: Json, environment: AnyEnvironment): Json {
  const details = { expected: environment.version, found: from }
  const refusal = `This episode is of version ${from} of ${environment.name}, the deployment has ${environment.version}: reset to start a new one.`
  if (environment.migrate === undefined) throw new OpenEnvError('VERSION_MISMATCH', refusal, { details })
  try {
    return environment.migrate(from, state)
  } catch (cause) {
    throw new OpenEnvError('VERSION_MISMATCH', refusal, { details, cause })
  }
}

/** A stored state with the types that its schema declares (`bigint` above all). */
export function readState(state: Json, environment: AnyEnvironment): Json {
  const issues: Issues = []
  const read = compileEnvironment(environment).readState(state, issues, false)
  const [issue] = issues
  if (issue === undefined) return read as Json
  throw new OpenEnvError(
    'SESSION_ERROR',
    `The stored state does not match the schema at ${issue.loc.join('.')}: ${issue.msg}; reset to start a new one.`,
  )
}
