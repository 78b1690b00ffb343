import {
  asVersion,
  type Backend,
  type Effect,
  type Json,
  type JsonObject,
  OpenEnvError,
  parseJson,
  type Reply,
  readEffects,
  replayWorld,
  type StoredAnswer,
  type World,
} from '../core/internal.ts'
import { digestOf, type KeptTurn } from './session-record.ts'

const NO_CONTAINERS = 'This deployment has no containers: bind EnvironmentBox as BOXES (docs/containers.md).'

/** A world whose answers come from a recording while turns are played again, and from outside afterwards. */
export class ReplayableWorld implements World {
  readonly #outside: World
  #source: World

  constructor(outside: World) {
    this.#outside = outside
    this.#source = outside
  }

  get fetch(): typeof fetch {
    return this.#source.fetch
  }

  now(): number {
    return this.#source.now()
  }

  secret(name: string): string {
    return this.#source.secret(name)
  }

  askBox(episodeId: string, route: string, body: JsonObject): Promise<Json> {
    const { askBox } = this.#source
    if (askBox === undefined) throw new OpenEnvError('FACTORY_ERROR', NO_CONTAINERS)
    return askBox(episodeId, route, body)
  }

  /** Answers from `effects` until `work` is done. */
  async during<T>(effects: readonly Effect[], work: () => T | Promise<T>): Promise<T> {
    this.#source = replayWorld(effects)
    try {
      return await work()
    } finally {
      this.#source = this.#outside
    }
  }
}

/** What is played again, and from where. */
export interface Replay {
  readonly turns: readonly KeptTurn[]
  /** Version of the environment that the episode was stored by; it may have been migrated since. */
  readonly version: string
  /** The answer that a repeat of the last numbered request got before. */
  readonly stored: StoredAnswer | undefined
}

/**
 * Plays stored turns again and returns the answer that a repeat of the last numbered request gets. Throws `EPISODE_ROLLED_BACK` at the
 * first turn that does not lead where it led: the environment's code has changed.
 */
export async function replayTurns(
  backend: Backend,
  world: ReplayableWorld,
  { turns, version, stored }: Replay,
): Promise<StoredAnswer | undefined> {
  let last = stored
  for (const { text, digest, requestId } of turns) {
    const before = backend.snapshot()
    const { type, data, effects } = parseJson(text) as { type: string; data: JsonObject; effects: Json | undefined }
    const again = async (): Promise<Reply | 'called' | undefined> => (type === 'call' ? callAgain(backend, data) : backend.step(data))
    const reply = await world.during(readEffects(effects), again).catch(() => undefined)
    if (reply === undefined || !leadsTo(digest, backend, version)) {
      backend.restore(before)
      throw rolledBack(backend.episode?.stepCount, whatChanged(backend.episode?.version, version))
    }
    // A call that is no step stands between a step and its repeat without undoing it.
    if (reply !== 'called') last = requestId === undefined ? undefined : { requestId, reply }
  }
  return last
}

/** True where a turn led to what it led to before, but for the version that a migration has given the episode. */
function leadsTo(digest: number, backend: Backend, version: string): boolean {
  const { episode } = backend
  const snapshot = backend.snapshot() ?? ''
  return digestOf(snapshot) === digest || (episode !== undefined && digestOf(asVersion(snapshot, episode, version)) === digest)
}

function whatChanged(current: string | undefined, version: string): string {
  if (current === version) return 'the environment no longer does what it did, without a new version'
  return `version ${current} of the environment does not do what version ${version} did`
}

async function callAgain(backend: Backend, { name, arguments: given }: JsonObject): Promise<'called' | undefined> {
  const reply = await backend.callTool?.({ name: String(name), arguments: given ?? {} })
  return reply === undefined || 'error' in reply ? undefined : 'called'
}

/** The error that tells of lost steps: the first answer after them. `stepCount` is undefined when nothing is left. */
export function rolledBack(stepCount: number | undefined, reason: string): OpenEnvError {
  const remedy =
    stepCount === undefined
      ? 'Nothing is left of the episode: call reset first.'
      : `The episode is back at step ${stepCount}; go on from there, or reset.`
  return new OpenEnvError('EPISODE_ROLLED_BACK', `Steps were lost: ${reason}. ${remedy}`, { details: { step_count: stepCount ?? 0 } })
}
