import type { Connection } from '../connection.ts'
import { readFreeSession } from '../free-session.ts'
import { SILENCE_MS } from '../holding.ts'
import type { LiveSession } from '../live-session.ts'
import { type KeyValue, storedTimes } from '../session-store.ts'
import { expire } from '../socket-frames.ts'
import type { Sockets } from '../sockets.ts'

export interface ProbeParts {
  readonly kv: KeyValue
  readonly live: LiveSession
  readonly sockets: Sockets
}

/**
 * Whether a session still needs its place: it works, or it has been heard of within `idleMs`. One that does not has its sockets closed;
 * a named one keeps its episode. Without a socket nothing ends a session but silence, so that is never waited for without an end.
 */
export async function needsPlace({ kv, live, sockets }: ProbeParts, idleMs: number, now: number): Promise<boolean> {
  if (live.current?.session.isBusy === true) return true
  const playing = sockets.all().filter(isPlaying)
  const free = readFreeSession(kv)
  const at = Math.max(live.current?.at ?? 0, ...playing.map(({ attachment }) => attachment.at))
  if (playing.length > 0) {
    if (now - at <= idleMs) return true
    for (const { socket } of playing) expire(socket)
  }
  const heardAt = Math.max(at, storedTimes(kv)?.at ?? 0, free?.createdAt ?? 0)
  const isHeardOf = playing.length === 0 && now - heardAt <= Math.min(idleMs, SILENCE_MS)
  if (isHeardOf) return true
  if (free !== undefined) await live.end(free.environment)
  return false
}

function isPlaying({ isHolder, attachment, socket }: Connection): boolean {
  const isGuest = attachment.address.isRpc === true && attachment.address.key !== undefined
  return (isHolder || isGuest) && socket.readyState === WebSocket.OPEN
}
