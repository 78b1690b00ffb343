import { START_HEADER, TOKEN_HEADER } from '../../core/box/protocol.ts'

/** What opens a container's server: its token, and the start that the caller means, where it knows one. */
export interface Key {
  readonly token: string
  readonly startId?: string
}

/** Header with the episode on whose behalf a session asks for the way into its box. */
export const EPISODE_HEADER = 'x-box-episode'

/** Asks for a socket to the server in a container. Refused by a container that is another, or has another token; throws when nobody listens. */
export function knock(port: Fetcher, key: Key): Promise<Response> {
  return port.fetch('http://box/', { headers: { upgrade: 'websocket', ...headersOf(key) } })
}

/** Empties a container. False for one that is another, or cannot be emptied in time. */
export async function empty(port: Fetcher, key: Key, withinMs: number): Promise<boolean> {
  const request = { method: 'POST', body: '{}', headers: headersOf(key), signal: AbortSignal.timeout(withinMs) }
  return port.fetch('http://box/reset', request).then(
    async (response) => {
      await response.text()
      return response.ok
    },
    () => false,
  )
}

function headersOf({ token, startId }: Key): Record<string, string> {
  return { [TOKEN_HEADER]: token, ...(startId === undefined ? {} : { [START_HEADER]: startId }) }
}
