import { type AnyEnvironment, OpenEnvError } from '../../core/internal.ts'
import { SILENCE_MS } from '../holding.ts'
import type { SessionAddress } from '../session-address.ts'
import { readDuration } from './duration.ts'
import { limitsOf } from './limits.ts'
import type { SessionRegistry } from './session-registry.ts'

/** What of a deployment says how many may play. */
export interface RegistryBindings {
  readonly REGISTRY?: DurableObjectNamespace<SessionRegistry>
  /** Sessions that the deployment has at once; default: no limit. */
  readonly OPENENV_MAX_SESSIONS?: number | string
  /** How long a session waits for a place unless its client says (`wait=`), such as `50s`; default: not at all. */
  readonly OPENENV_WAIT?: string
  /** A session silent for longer gives its place to one that wants it; default `10m`. */
  readonly OPENENV_IDLE_LIMIT?: string
  /** What each subject's tokens may use (limits.ts). */
  readonly OPENENV_LIMITS?: string
}

/** A number of places that sessions share. */
export interface Scope {
  readonly name: string
  readonly limit: number
  /** Set where the places are a subject's, and no other's business. */
  readonly subject?: string
}

/** Places that one registry object gives out; more are shared out among several. */
const PLACES_PER_OBJECT = 1_024
const MAX_OBJECTS = 64

/** Where a session needs a place; empty where nothing is limited. Throws `FACTORY_ERROR` for settings that say nothing. */
export function scopesOf(
  bindings: RegistryBindings,
  environment: Pick<AnyEnvironment, 'name' | 'maxSessions'>,
  subject: SessionAddress['subject'],
): Scope[] {
  const scopes: Scope[] = []
  const own = limitsOf(bindings.OPENENV_LIMITS, subject)?.sessions
  if (own !== undefined && subject !== undefined) scopes.push({ name: subjectName(subject), limit: own, subject })
  const { maxSessions } = environment
  if (maxSessions !== undefined) scopes.push({ name: `environment/${environment.name}`, limit: maxSessions })
  const deployment = readCount('OPENENV_MAX_SESSIONS', bindings.OPENENV_MAX_SESSIONS)
  if (deployment !== undefined) scopes.push({ name: 'deployment', limit: deployment })
  return scopes
}

/** Name of the registry object of a subject's limits. */
export function subjectName(subject: string): string {
  return `subject/${subject}`
}

/** The registry objects of a scope, with the places that each gives out; a session's own comes first. */
export function objectsOf({ name, limit, subject }: Scope, session: string): { name: string; limit: number }[] {
  // A subject's other limits are in one object, so its places are too.
  const count = subject === undefined ? Math.min(MAX_OBJECTS, Math.max(1, Math.ceil(limit / PLACES_PER_OBJECT))) : 1
  if (count === 1) return [{ name, limit }]
  const own = Number.parseInt(session.slice(-6), 16) % count
  return Array.from({ length: count }, (_, index) => {
    const shard = (own + index) % count
    return { name: `${name}/${shard}`, limit: Math.floor(limit / count) + (shard < limit % count ? 1 : 0) }
  })
}

export function waitOf({ OPENENV_WAIT }: RegistryBindings, asked: number | undefined): number {
  return asked ?? readTime('OPENENV_WAIT', OPENENV_WAIT) ?? 0
}

export function idleLimitOf({ OPENENV_IDLE_LIMIT }: RegistryBindings): number {
  return readTime('OPENENV_IDLE_LIMIT', OPENENV_IDLE_LIMIT) ?? SILENCE_MS
}

/** A registry object by name. Throws `FACTORY_ERROR` where the deployment binds none. */
export function registryStub({ REGISTRY }: RegistryBindings, name: string): DurableObjectStub<SessionRegistry> {
  if (REGISTRY !== undefined) return REGISTRY.get(REGISTRY.idFromName(name))
  throw new OpenEnvError(
    'FACTORY_ERROR',
    'This deployment limits its sessions, and does not bind SessionRegistry as REGISTRY (docs/capacity.md).',
  )
}

function readCount(name: string, value: number | string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined
  const count = Number(value)
  if (Number.isInteger(count) && count >= 0) return count
  throw new OpenEnvError('FACTORY_ERROR', `${name} is "${value}"; it must be a number of sessions.`)
}

function readTime(name: string, value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined
  const time = readDuration(value)
  if (time !== undefined) return time
  throw new OpenEnvError('FACTORY_ERROR', `${name} is "${value}"; write a time such as 50s or 10m.`)
}
