import type { AnyEnvironment } from '../core/index.ts'
import { type SessionAddress, sessionUrl } from '../durable-objects/index.ts'
import type { Address } from './address.ts'

/** What a deployment binds (wrangler.toml). */
export interface WorkerBindings {
  readonly SESSIONS: DurableObjectNamespace
}

const REGIONS: ReadonlySet<string> = new Set(['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me'])

/**
 * Sends a request to its session's object. A session without a key gets an object of its own: a unique id needs no world-wide
 * look-up (platform.md 1.6).
 */
export function askSession(bindings: WorkerBindings, environment: AnyEnvironment, address: Address, request: Request): Promise<Response> {
  const { SESSIONS } = bindings
  const { key, options, route } = address
  const id = key === undefined ? SESSIONS.newUniqueId() : SESSIONS.idFromName(`${environment.name}/${key}`)
  const region =
    options.region !== undefined && REGIONS.has(options.region) ? { locationHint: options.region as DurableObjectLocationHint } : {}
  const session: SessionAddress = { environment: environment.name, key, durability: options.durability, client: options.client }
  return SESSIONS.get(id, region).fetch(new Request(sessionUrl(route, session), request))
}
