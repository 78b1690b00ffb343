import { type Awaitable, errorFrame, OpenEnvError, rpcErrorText, type Session } from '../core/internal.ts'
import type { SessionAddress } from './session-address.ts'

/** Close code for a session that was idle or alive for too long. */
export const CLOSE_EXPIRED = 4408

/** The answer to a text frame, in what the socket speaks. */
export function answerText(session: Session, { isRpc }: SessionAddress, text: string): Awaitable<string | undefined> {
  return isRpc === true ? session.receiveRpc(text) : session.receive(text)
}

/** Sends a frame to whoever is still there. */
export function send(socket: WebSocket, frame: string): void {
  try {
    socket.send(frame)
  } catch {
    // The socket has closed while the answer was made: nobody is there to be told.
  }
}

/** Closes a socket with the word that its session has expired. */
export function expire(socket: WebSocket): void {
  send(socket, errorFrame(new OpenEnvError('SESSION_ERROR', 'This session has expired: connect again and reset.')))
  socket.close(CLOSE_EXPIRED, 'session expired')
}

export function binaryFrame(): OpenEnvError {
  return new OpenEnvError('SESSION_ERROR', 'A frame is a JSON object as text, not binary.')
}

/** An error as the frame of what the socket speaks. */
export function errorText(error: unknown, { isRpc }: SessionAddress): string {
  return isRpc === true ? rpcErrorText(error) : errorFrame(error)
}
