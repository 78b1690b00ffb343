import { answerHttp, OpenEnvError, type PlayRoute, readHttpBody } from '../core/internal.ts'
import { findFreeSession, saveFreeSession } from './free-session.ts'
import { sessionTaken } from './holding.ts'
import type { LiveSession } from './live-session.ts'
import type { SessionAccounts } from './registry/session-accounts.ts'
import type { SessionAddress } from './session-address.ts'
import type { SessionAlarm } from './session-alarm.ts'
import type { KeyValue } from './session-store.ts'
import type { Sockets } from './sockets.ts'

export interface RequestParts {
  readonly kv: KeyValue
  readonly live: LiveSession
  readonly sockets: Sockets
  readonly alarm: SessionAlarm
  readonly rowLifetimeMs: number
  readonly accounts: SessionAccounts
}

const JSON_TYPE = { headers: { 'content-type': 'application/json' } }

/** Answers what the Worker asks of a session over HTTP: its episode, its tools, whether it exists, its end. Throws an `OpenEnvError`. */
export async function answerRequest(parts: RequestParts, route: string, address: SessionAddress, request: Request): Promise<Response> {
  const { live, accounts } = parts
  if (route === 'create') return createFree(parts, address, request)
  if (address.isFree === true && !(await isAlive(parts, address))) return new Response(null, { status: 404 })
  if (route === 'exists') return new Response(null)
  if (route === 'close') return new Response(await closeFree(parts, address))
  // The first reset of a session by cookie (workers/cookie.ts): only a client that comes back takes a place.
  if (route === 'first') return play(parts, 'reset', address, request)
  if (route !== 'state') await enter(parts, address, request)
  await accounts.ready(address, Date.now())
  if (route !== 'mcp') return play(parts, route as PlayRoute, address, request)
  const text = await request.text()
  const { session } = await live.openFor(address)
  return new Response(await session.receiveRpc(text), JSON_TYPE)
}

/** Waits for a place. Throws where the client has not: then nothing is played for it, and the place goes to the next in line. */
async function enter({ accounts, sockets }: RequestParts, address: SessionAddress, { signal }: Request): Promise<void> {
  await accounts.enter(address)
  if (!signal.aborted) return
  if (sockets.holder() === undefined) await accounts.leave(address, false)
  throw new OpenEnvError('SESSION_ERROR', 'The client has gone.')
}

async function createFree(parts: RequestParts, address: SessionAddress, request: Request): Promise<Response> {
  const { kv, live, alarm, rowLifetimeMs } = parts
  const { environment, subject, isAgent } = address
  await enter(parts, address, request)
  const now = Date.now()
  saveFreeSession(kv, { environment, subject, isAgents: isAgent, createdAt: now, isClosing: false })
  alarm.arm(now + rowLifetimeMs)
  return new Response(live.id)
}

/** False for no session; one that was to end with a socket that a crash took along ends now. */
async function isAlive({ kv, live, sockets }: RequestParts, address: SessionAddress): Promise<boolean> {
  const free = findFreeSession(kv, address)
  if (free?.isClosing !== true || sockets.holder() !== undefined) return free !== undefined
  await live.end(address.environment)
  return false
}

/** Ends a free session, or has its socket's leaving end it. Throws `FORBIDDEN`. */
async function closeFree({ kv, live, sockets, accounts }: RequestParts, address: SessionAddress): Promise<'closed' | 'closing'> {
  const free = findFreeSession(kv, address)
  if (address.isAgent === true && free?.isAgents !== true) {
    throw new OpenEnvError('FORBIDDEN', 'A token of scope "agent" may not end a session that a trainer began.')
  }
  if (sockets.holder() !== undefined && free !== undefined) {
    saveFreeSession(kv, { ...free, isClosing: true })
    return 'closing'
  }
  await live.end(address.environment)
  await accounts.leave(address, true)
  return 'closed'
}

/** Plays over HTTP; while a socket holds the session its state can be read, no more. */
async function play({ live, sockets }: RequestParts, route: PlayRoute, address: SessionAddress, request: Request): Promise<Response> {
  const content = await readHttpBody(request)
  if (sockets.holder() !== undefined && route !== 'state') throw sessionTaken(address.key)
  const { session } = await live.openFor(address)
  const { status, body } = await answerHttp(session, route, content)
  return new Response(body, { status, ...JSON_TYPE })
}
