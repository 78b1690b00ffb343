import { type EnvironmentFacts, logEvent, OpenEnvError } from '../../core/internal.ts'
import type { SessionAddress } from '../session-address.ts'
import { quotaExceeded } from './limits.ts'
import { idleLimitOf, objectsOf, type RegistryBindings, registryStub, type Scope, scopesOf, waitOf } from './places.ts'

export interface AdmissionParts {
  /** Of the session: its object's. */
  readonly id: string
  readonly bindings: RegistryBindings
  readonly environments: readonly EnvironmentFacts[]
}

type Place = { readonly scope: Scope; readonly object: string }

/**
 * How a session comes to its places and returns them. Where nothing limits sessions, nothing is asked and nothing is awaited. Taking
 * places again is harmless, so that what an evicted object forgot does not matter.
 */
export class Admission {
  readonly #parts: AdmissionParts
  #isAdmitted = false
  #entering: Promise<void> | undefined

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  /** Undefined when the session may play at once; else a promise that rejects with `CAPACITY_REACHED` or `QUOTA_EXCEEDED`. */
  enter(address: SessionAddress): Promise<void> | undefined {
    if (this.#isAdmitted) return undefined
    const scopes = this.#scopes(address)
    if (scopes.length === 0) {
      this.#isAdmitted = true
      return undefined
    }
    this.#entering ??= this.#enterAll(scopes, address).finally(() => {
      this.#entering = undefined
    })
    return this.#entering
  }

  /** The session is over, or its client has gone while it waited. Undefined where it had no place to return. */
  leave(address: SessionAddress): Promise<void> | undefined {
    const scopes = this.#scopes(address)
    if (scopes.length === 0) return undefined
    this.#isAdmitted = false
    return this.#releaseAll(scopes.flatMap((scope) => objectsOf(scope, this.#parts.id).map(({ name }) => name)))
  }

  /** A place that was taken away must be asked for again. */
  forget(): void {
    this.#isAdmitted = false
  }

  #scopes({ environment, subject }: SessionAddress): Scope[] {
    const { bindings, environments } = this.#parts
    const found = environments.find(({ name }) => name === environment)
    return found === undefined ? [] : scopesOf(bindings, found, subject)
  }

  async #enterAll(scopes: readonly Scope[], { environment, waitMs }: SessionAddress): Promise<void> {
    const deadline = Date.now() + waitOf(this.#parts.bindings, waitMs)
    const places: Place[] = []
    try {
      for (const scope of scopes) places.push({ scope, object: await this.#acquire(scope, deadline) })
      this.#isAdmitted = true
    } catch (error) {
      const code = error instanceof OpenEnvError ? error.code : 'REGISTRY_FAILED'
      logEvent('session_refused', { environment, code })
      await this.#releaseAll(places.map(({ object }) => object))
      throw error
    }
  }

  /** Takes a place of a scope: where there is one, else in line at the session's own object. Returns the object that gave it. */
  async #acquire(scope: Scope, deadline: number): Promise<string> {
    const objects = objectsOf(scope, this.#parts.id)
    const [own] = objects
    if (objects.length > 1) {
      for (const object of objects) if ((await this.#ask(object, 0)).isGranted) return object.name
    }
    const answer = own === undefined ? undefined : await this.#ask(own, Math.max(0, deadline - Date.now()))
    if (own !== undefined && answer?.isGranted === true) return own.name
    throw refusal(scope, answer?.isGranted === false && objects.length === 1 ? answer.active : scope.limit)
  }

  #ask({ name, limit }: { name: string; limit: number }, waitMs: number) {
    const { bindings, id } = this.#parts
    return registryStub(bindings, name).acquire({ session: id, limit, waitMs, idleMs: idleLimitOf(bindings) })
  }

  async #releaseAll(objects: readonly string[]): Promise<void> {
    const { bindings, id } = this.#parts
    await Promise.all(objects.map((name) => registryStub(bindings, name).release(id)))
  }
}

function refusal({ limit, subject }: Scope, active: number): OpenEnvError {
  if (subject !== undefined) return quotaExceeded({ limit: 'sessions', maximum: limit, resetsAt: undefined })
  const message =
    `Server at capacity: ${active}/${limit} sessions active. Cannot accept new connections. ` +
    'Try again later, or wait in line: base_url …/o/wait=50s.'
  return new OpenEnvError('CAPACITY_REACHED', message, { details: { active_sessions: active, max_sessions: limit } })
}
