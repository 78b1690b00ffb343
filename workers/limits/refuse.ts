import { errorFrame, httpError, type OpenEnvError, rpcErrorText } from '../../core/internal.ts'
import { isUpgrade } from '../../durable-objects/index.ts'
import { send } from '../responses.ts'

/** A client that says nothing for so long is not coming. */
const SILENCE_MS = 60_000

/** Tells of a limit that was met: a socket in the answer to its first frame, HTTP by 429 and when to come back. */
export function refuseByLimit(error: OpenEnvError, request: Request, isRpc: boolean): Response {
  if (isUpgrade(request)) return refuseAtFirstFrame(isRpc ? rpcErrorText(error) : errorFrame(error))
  const seconds = Math.ceil((Date.parse(String(error.details?.resets_at)) - Date.now()) / 1000)
  const retry: Record<string, string> = Number.isNaN(seconds) ? {} : { 'retry-after': String(Math.max(1, seconds)) }
  return send(httpError(error), retry)
}

/**
 * Refuses a socket without touching a session: the upgrade succeeds, the first frame is answered with the error, then it is closed.
 * Stock clients before 0.10 never read a frame that comes unasked, and see a bare close (bug report B08).
 */
function refuseAtFirstFrame(frame: string): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  const refuse = () => {
    clearTimeout(timer)
    server.send(frame)
    server.close(1000, '')
  }
  const timer = setTimeout(refuse, SILENCE_MS)
  server.addEventListener('message', refuse, { once: true })
  server.addEventListener('close', () => clearTimeout(timer))
  return new Response(null, { status: 101, webSocket: client })
}
