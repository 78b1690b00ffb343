import { once } from 'node:events'
import { WebSocket } from 'ws'

/** What a server answers to one request: all that a client can see of it. */
export interface Seen {
  readonly status: number
  readonly headers: Record<string, string | null>
  readonly body: string
}

export async function ask(base: URL, path: string, init: RequestInit = {}): Promise<Seen> {
  const response = await fetch(new URL(path, base), { redirect: 'manual', ...init })
  const headers = Object.fromEntries(
    ['content-type', 'x-session-id', 'x-method', 'allow'].map((name) => [name, response.headers.get(name)]),
  )
  // Starlette prints a set, in the order of the process.
  headers.allow = headers.allow?.split(', ').sort().join(', ') ?? null
  return { status: response.status, headers, body: await response.text() }
}

/** Plays frames on a socket, one answer each, and tells how it ended. A refused upgrade is its status. */
export async function converse(base: URL, path: string, frames: readonly (string | Buffer)[], answers = frames.length): Promise<string[]> {
  const socket = new WebSocket(new URL(path, base).href.replace('http', 'ws'))
  const seen: string[] = []
  const ended = new Promise<string>((resolve) => {
    socket.once('close', (code, reason) => resolve(`close ${code} ${reason}`))
    socket.once('unexpected-response', (_request, response) => resolve(`refused ${response.statusCode}`))
    socket.once('error', () => {})
  })
  let heard = Promise.withResolvers<void>()
  socket.on('message', (data, isBinary) => {
    seen.push(isBinary ? `bytes ${Buffer.from(data as Buffer).toString('hex')}` : String(data))
    heard.resolve()
  })
  const opened = await Promise.race([once(socket, 'open').then(() => undefined), ended])
  if (opened !== undefined) return [opened]
  for (const frame of frames) {
    heard = Promise.withResolvers()
    socket.send(frame)
    if ((await Promise.race([heard.promise.then(() => undefined), ended])) !== undefined) break
  }
  if (seen.length >= answers && frames.length > 0) socket.close(1000)
  seen.push(await ended)
  return seen
}
