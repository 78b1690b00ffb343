import { OpenEnvError } from '../core/internal.ts'
import type { Connection } from './connection.ts'

/** A holder that has been silent this long can be displaced by anyone. */
export const SILENCE_MS = 10 * 60_000

/** Close code for a socket whose session another one plays (DESIGN.md, Who holds a named session). */
export const CLOSE_TAKEN = 4001

export function sessionTaken(key: string | undefined): OpenEnvError {
  const message =
    `Another client plays the session "${key ?? ''}". Close it, wait until it has been silent for ten minutes, ` +
    'or use a key of your own (base_url …/s/<key>).'
  return new OpenEnvError('SESSION_TAKEN', message)
}

/** Live sockets other than this one that play the session. */
export function otherHolder(connection: Connection | undefined, all: Iterable<Connection>): Connection | undefined {
  for (const other of all) {
    if (other !== connection && other.isHolder && other.socket.readyState === WebSocket.OPEN) return other
  }
  return undefined
}

/**
 * Lets a socket that speaks for the first time play the session, or throws `SESSION_TAKEN`. The newest socket takes over, once:
 * who has displaced another holds until it closes or falls silent, else two clients that reconnect by themselves would take turns.
 * Returns the socket that was displaced.
 */
export function claim(connection: Connection, all: Iterable<Connection>, now: number): Connection | undefined {
  const { attachment } = connection
  if (attachment.hold === 'displaced') throw sessionTaken(attachment.address.key)
  const holder = otherHolder(connection, all)
  const isReturn =
    holder !== undefined && attachment.address.client !== undefined && holder.attachment.address.client === attachment.address.client
  if (holder === undefined || now - holder.attachment.at > SILENCE_MS) attachment.hold = 'holds'
  else if (isReturn) attachment.hold = holder.attachment.hold
  else if (holder.attachment.hold === 'holds') attachment.hold = 'took'
  else throw sessionTaken(attachment.address.key)
  if (holder !== undefined) connection.inherit(holder)
  else connection.save()
  return holder
}
