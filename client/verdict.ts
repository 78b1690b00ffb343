import { OpenEnvError } from '../core/errors.ts'
import type { ConnectionLost } from './channel.ts'
import type { Endpoint } from './endpoint.ts'

const CLOSE_TAKEN = 4001
export const CLOSE_TOO_BIG = 1009

/** Close codes after which asking again is of no use: ours (DESIGN.md, "Who holds a named session"), and RFC 6455 section 7.4.1's. */
const FINAL: { readonly [code: number]: string } = {
  [CLOSE_TAKEN]: 'Another client holds the session: connect again to take it.',
  4408: 'The session has expired: reset.',
  [CLOSE_TOO_BIG]: 'A frame was larger than the server takes.',
}

/** What the caller is told of a lost socket; undefined when the same request is to be asked again over another one. */
export function explain(
  { code, farewell }: ConnectionLost,
  { origin, isNamed }: Endpoint,
  hasConnected: boolean,
): OpenEnvError | undefined {
  if (farewell || (FINAL[code] === undefined && hasConnected && isNamed)) return farewell
  const lost = hasConnected
    ? `The connection was lost (${code}), and the episode with it: reset, or use a URL with /s/<key>.`
    : `No connection to ${origin}: check URL and token, and that GET /health answers.`
  return new OpenEnvError(code === CLOSE_TAKEN ? 'SESSION_TAKEN' : 'SESSION_ERROR', FINAL[code] ?? lost)
}
