import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { printAnswered, readAsked } from '../../core/box/frames.ts'
import { MAX_MESSAGE_BYTES, START_HEADER } from '../../core/box/protocol.ts'
import { toFailure } from './errors.ts'

export interface SocketService {
  readonly startId: string
  /** The HTTP status with which a caller is refused; undefined for one that may ask. */
  refusal(request: IncomingMessage): number | undefined
  /** The answer's JSON text. */
  answer(route: string, body: unknown, signal: AbortSignal): Promise<string>
}

/** Serves a box over sockets: a caller that keeps one open pays for no connection a call. Calls are answered as they are done. */
export function serveSockets(server: Server, { startId, refusal, answer }: SocketService): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })
  sockets.on('headers', (headers) => headers.push(`${START_HEADER}: ${startId}`))
  sockets.on('connection', (socket) => serve(socket))
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const status = refusal(request)
    if (status === undefined) return sockets.handleUpgrade(request, stream, head, (socket) => sockets.emit('connection', socket))
    stream.end(`HTTP/1.1 ${status} Refused\r\n${START_HEADER}: ${startId}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  })

  function serve(socket: WebSocket): void {
    const abort = new AbortController()
    // The caller has gone: nobody waits for what still runs.
    socket.once('close', () => abort.abort())
    // A frame that breaks the protocol ends its socket, which is all that there is to do.
    socket.on('error', () => {})
    socket.on('message', async (frame) => {
      const { id, route, body } = readAsked(String(frame))
      const text = await answerOrFailure(route, body, abort.signal)
      if (socket.readyState === socket.OPEN) socket.send(printAnswered({ id, answer: text }))
    })
  }

  async function answerOrFailure(route: string, body: string, signal: AbortSignal): Promise<string> {
    try {
      return await answer(route, JSON.parse(body), signal)
    } catch (error) {
      return JSON.stringify(toFailure(error))
    }
  }
}
