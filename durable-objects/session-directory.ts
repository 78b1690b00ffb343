import type { Closing } from '../core/internal.ts'
import { readError } from './answered-error.ts'
import { type SessionAddress, sessionUrl } from './session-address.ts'

/** Where sessions are found by id. */
export interface SessionBindings {
  readonly SESSIONS: DurableObjectNamespace
  /** Where unnamed sessions live when their objects need no storage; ids are UUIDs (cli/unnamed-sessions.ts). */
  readonly UNNAMED_SESSIONS?: { get(id: string): DurableObjectStub }
}

function hasSessions(bindings: object): bindings is SessionBindings {
  return 'SESSIONS' in bindings && typeof bindings.SESSIONS === 'object' && bindings.SESSIONS !== null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The object of a session id, which is the object's own; undefined for a text that is none. It may still be of no session. */
export function sessionStub(bindings: object, id: string): DurableObjectStub | undefined {
  if (!hasSessions(bindings)) return undefined
  if (UUID.test(id)) return bindings.UNNAMED_SESSIONS?.get(id)
  try {
    return bindings.SESSIONS.get(bindings.SESSIONS.idFromString(id))
  } catch {
    // idFromString throws a TypeError for what no namespace, or another one, has made.
    return undefined
  }
}

/** An object without storage for a new session; undefined where the deployment has none. */
export function unnamedStub({ UNNAMED_SESSIONS }: SessionBindings): DurableObjectStub | undefined {
  return UNNAMED_SESSIONS?.get(crypto.randomUUID())
}

/** Address of a free session. */
export function freeAddress({ environment, subject, isAgent, durability }: FreeSessionOwner): SessionAddress {
  return { environment, key: undefined, durability, client: undefined, subject, isAgent, isFree: true }
}

/** Of what a free session is, and whose; who asks for it is of the same subject. */
export interface FreeSessionOwner {
  readonly environment: string
  readonly subject?: string | undefined
  readonly isAgent?: SessionAddress['isAgent']
  readonly durability?: SessionAddress['durability']
}

/** Closes a free session; undefined when nobody knows it. Throws `FORBIDDEN` where the caller may not. */
export async function closeSession(bindings: object, id: string, owner: FreeSessionOwner): Promise<Closing> {
  const answer = await sessionStub(bindings, id)?.fetch(sessionUrl('close', freeAddress(owner)), { method: 'POST' })
  if (answer?.status === 403) throw await readError(answer)
  const text = await answer?.text()
  return text === 'closed' || text === 'closing' ? text : undefined
}
