import { once } from 'node:events'
import { type RawData, WebSocket } from 'ws'

/** A socket and nothing more: frames out, frames in. */
export interface RawClient {
  /** Sends a frame; resolves to the next one that comes. */
  ask(frame: string | Buffer): Promise<string>
  send(frame: string | Buffer): void
  /** The next frame; rejects when the socket closes first. */
  next(): Promise<string>
  /** Frames that came and that nobody has asked for. */
  readonly unread: readonly string[]
  /** Resolves to the code with which the socket closed. */
  readonly closed: Promise<number>
  close(): Promise<number>
  /** Goes without a word, as a killed process does. */
  terminate(): void
}

export async function openRaw(baseUrl: string): Promise<RawClient> {
  const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/ws`, { maxPayload: 2 ** 28, perMessageDeflate: false })
  const unread: string[] = []
  const readers: PromiseWithResolvers<string>[] = []
  const closed = new Promise<number>((resolve) => void socket.once('close', resolve))
  socket.on('message', (data: RawData) => {
    const reader = readers.shift()
    if (reader) reader.resolve(String(data))
    else unread.push(String(data))
  })
  socket.on('close', (code) => readers.splice(0).forEach((reader) => void reader.reject(new Error(`The socket closed with ${code}.`))))
  await once(socket, 'open')
  socket.on('error', () => {})

  function next(): Promise<string> {
    const frame = unread.shift()
    if (frame !== undefined) return Promise.resolve(frame)
    const reader = Promise.withResolvers<string>()
    if (socket.readyState === WebSocket.CLOSED) reader.reject(new Error('The socket is closed.'))
    else readers.push(reader)
    return reader.promise
  }
  return {
    next,
    unread,
    closed,
    send: (frame) => socket.send(frame),
    ask(frame) {
      socket.send(frame)
      return next()
    },
    close() {
      socket.close(1000)
      return closed
    },
    terminate: () => socket.terminate(),
  }
}
