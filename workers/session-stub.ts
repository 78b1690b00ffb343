import type { AnyEnvironment } from '../core/index.ts'
import { OpenEnvError } from '../core/internal.ts'
import {
  type FreeSessionOwner,
  freeAddress,
  type RegistryBindings,
  readError,
  refuseSocket,
  type SessionAddress,
  type SessionBindings,
  sessionStub,
  sessionUrl,
  unnamedStub,
} from '../durable-objects/index.ts'
import { type Address, isRegion } from './address.ts'

/** What a deployment binds (wrangler.toml). */
export interface WorkerBindings extends RegistryBindings, SessionBindings {
  /** `simulation` or `production`; default `simulation`. */
  readonly OPENENV_MODE?: string
  /** Who may use the deployment (workers/access/tokens.ts); without it everyone may. A secret. */
  readonly OPENENV_TOKENS?: string
  /** Web origins whose pages may use MCP, and a server for its own machine at all; comma-separated, `*` for all; default: its own. */
  readonly OPENENV_ALLOWED_ORIGINS?: string
  /** Where set, the server is for its own machine (workers/origin.ts); further host names that it answers to, comma-separated. */
  readonly OPENENV_ALLOWED_HOSTS?: string
  /** Where sessions start that name no region: a location hint of the platform's. */
  readonly OPENENV_REGION?: string
}

/** A session's object with the address under which it is asked. */
export interface FoundSession {
  readonly stub: DurableObjectStub
  readonly address: SessionAddress
}

/**
 * Sends a request to its session's object. A session without a key gets an object of its own: a unique id needs no world-wide
 * look-up (platform.md 1.6).
 */
export function askSession(
  bindings: WorkerBindings,
  environment: AnyEnvironment,
  address: Address,
  request: Request,
  route = address.route,
): Promise<Response> {
  const { stub, address: session } = newSession(bindings, environment, address)
  return stub.fetch(new Request(sessionUrl(route, session), request))
}

/** Opens a socket: to its own session, or attached to the one that `?session_id=` names. */
export async function openSocket(
  bindings: WorkerBindings,
  environment: AnyEnvironment,
  address: Address,
  request: Request,
): Promise<Response> {
  const { sessionId, route } = address
  const isRpc = route === 'mcp'
  if (sessionId === undefined || isRpc) {
    const session = newSession(bindings, environment, address)
    const stub = needsNoStorage(environment, address) ? (unnamedStub(bindings) ?? session.stub) : session.stub
    return stub.fetch(new Request(sessionUrl(route, { ...session.address, isRpc }), request))
  }
  const found = findSession(bindings, environment, address, sessionId)
  if (found === undefined) return refuseSocket(new OpenEnvError('SESSION_ERROR', `Unknown session_id: ${sessionId}`))
  return found.stub.fetch(new Request(sessionUrl(route, found.address), request))
}

/**
 * Makes a session that belongs to no socket, or finds the one of the URL's key. Its id is its object's. Throws `CAPACITY_REACHED` and
 * what else keeps it from being made.
 */
export async function createSession(bindings: WorkerBindings, environment: AnyEnvironment, address: Address): Promise<string> {
  const { stub, address: session } = newSession(bindings, environment, address)
  if (address.key === undefined) {
    const answer = await stub.fetch(sessionUrl('create', { ...session, isFree: true }), { method: 'POST' })
    if (!answer.ok) throw await readError(answer)
  }
  return stub.id.toString()
}

/**
 * The session that an id names, or the URL's key where there is one: then the id, if any, must be of the same session. Undefined for
 * an id that cannot be of any; whether one exists is for its object to say.
 */
export function findSession(
  bindings: WorkerBindings,
  environment: AnyEnvironment,
  address: Address,
  sessionId: string | undefined,
): FoundSession | undefined {
  if (address.key !== undefined) {
    const named = newSession(bindings, environment, address)
    return sessionId === undefined || sessionId === named.stub.id.toString() ? named : undefined
  }
  const stub = sessionId === undefined ? undefined : sessionStub(bindings, sessionId)
  return stub === undefined ? undefined : { stub, address: freeAddress(freeOwner(environment, address)) }
}

/** As whose a free session of this environment is asked for. */
export function freeOwner({ name }: AnyEnvironment, { subject, isAgent, options }: Address): FreeSessionOwner {
  return { environment: name, subject, isAgent, durability: options.durability }
}

/** True for a session that ends with its socket and writes rows only where its episode is too large to stay with that. */
function needsNoStorage({ box, container, durability }: AnyEnvironment, { key, options }: Address): boolean {
  const asked = options.durability ?? durability ?? 'socket'
  return key === undefined && box === undefined && container === undefined && (asked === 'socket' || asked === 'none')
}

function newSession(
  { SESSIONS, OPENENV_REGION }: WorkerBindings,
  environment: AnyEnvironment,
  { key, options, subject, isAgent }: Address,
): FoundSession {
  const owner = subject === undefined ? '' : `${encodeURIComponent(subject)}/`
  const id = key === undefined ? SESSIONS.newUniqueId() : SESSIONS.idFromName(`${owner}${environment.name}/${key}`)
  const { region = OPENENV_REGION, durability, client, waitMs } = options
  const place = region !== undefined && isRegion(region) ? { locationHint: region } : {}
  return { stub: SESSIONS.get(id, place), address: { environment: environment.name, key, durability, client, subject, isAgent, waitMs } }
}
