import { errorFrame, OpenEnvError } from '../core/internal.ts'
import type { Connection } from './connection.ts'
import { SILENCE_MS } from './holding.ts'
import type { FreeSessionOwner } from './session-directory.ts'
import type { KeyValue } from './session-store.ts'

/**
 * A session made by `openenv/session/create`: it belongs to no socket and lives until it is closed. One socket at a time may attach to
 * it; HTTP may call its tools all the while (contract 1.2).
 */
export interface FreeSession {
  readonly environment: string
  readonly subject: string | undefined
  /** An agent made it, so that agents may end it. */
  readonly isAgents?: boolean | undefined
  /** ms since 1970. */
  readonly createdAt: number
  /** It was closed while a socket was attached, and ends when that leaves. */
  readonly isClosing: boolean
}

/** The row that says that this object is a free session: its id alone proves nothing. */
const FREE = 'free'

/** What this object's row says, whoever asks; undefined where it is no free session. */
export function readFreeSession(kv: KeyValue): FreeSession | undefined {
  return kv.get<FreeSession>(FREE)
}

/** Undefined for an id that was never made, was closed, or is of another environment or somebody else's. */
export function findFreeSession(kv: KeyValue, { environment, subject }: FreeSessionOwner): FreeSession | undefined {
  const free = readFreeSession(kv)
  return free?.environment === environment && free.subject === subject ? free : undefined
}

export function saveFreeSession(kv: KeyValue, free: FreeSession): void {
  kv.put(FREE, free)
}

/** Lets a new socket attach, in place of one that has been silent for long. Throws `SESSION_ERROR` where it may not. */
export function attach(connection: Connection, id: string, free: FreeSession | undefined, holder: Connection | undefined): void {
  if (free === undefined || (free.isClosing && holder === undefined)) throw new OpenEnvError('SESSION_ERROR', `Unknown session_id: ${id}`)
  const { attachment } = connection
  if (holder !== undefined && attachment.at - holder.attachment.at <= SILENCE_MS) {
    throw new OpenEnvError('SESSION_ERROR', `Session ${id} already has an attached WebSocket`)
  }
  attachment.hold = 'holds'
  if (holder !== undefined) connection.inherit(holder)
  else connection.save()
}

/** Refuses a socket as upstream does: the upgrade succeeds, so that the client can read why, then it is closed. */
export function refuseSocket(error: unknown): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.send(errorFrame(error))
  server.close(1000, '')
  return new Response(null, { status: 101, webSocket: client })
}
