import { OpenEnvError } from '../core/errors.ts'
import { readFrame } from './frames.ts'

/** The socket closed before the answer came, or it never opened. */
export class ConnectionLost extends Error {
  /** WebSocket close code; 1006 when the peer said nothing. */
  readonly code: number
  /** The error that the server sent, unasked, before it closed. */
  readonly farewell: OpenEnvError | undefined

  constructor(code: number, farewell?: OpenEnvError) {
    super(`Closed: ${code}`)
    this.code = code
    this.farewell = farewell
  }
}

const CLOSE_TIMEOUT_MS = 2000

/** One WebSocket as request and answer. A channel that was lost stays lost; the transport opens another. */
export class Channel {
  readonly #socket: WebSocket
  readonly #opened = Promise.withResolvers<void>()
  /** Rejects with `ConnectionLost`. */
  readonly opened = this.#opened.promise
  readonly #closed = Promise.withResolvers<void>()
  #waiting: PromiseWithResolvers<string> | undefined
  #farewell: OpenEnvError | undefined
  #lost: ConnectionLost | undefined

  constructor(url: string) {
    // A rejection is for whoever waits; without this one, a socket that fails while nobody does would end a Node process.
    this.opened.catch(() => undefined)
    this.#socket = new WebSocket(url)
    this.#socket.addEventListener('open', () => this.#opened.resolve())
    this.#socket.addEventListener('message', (event) => this.#receive(String(event.data)))
    this.#socket.addEventListener('close', (event) => this.#end(event.code))
    this.#socket.addEventListener('error', () => this.#end(1006))
  }

  /** Why the channel is of no more use; undefined while it is. */
  get lost(): ConnectionLost | undefined {
    if (this.#lost === undefined && this.#farewell !== undefined) this.drop()
    return this.#lost
  }

  /** Sends a frame as soon as the socket is open; the next frame that comes is its answer. The caller asks one thing at a time. */
  async ask(frame: string): Promise<string> {
    await this.opened
    if (this.lost) throw this.lost
    this.#waiting = Promise.withResolvers()
    this.#socket.send(frame)
    return this.#waiting.promise
  }

  /** Gives the socket up at once: an answer that still comes would be taken for the next one's. */
  drop(): void {
    this.#end(1006)
    this.#socket.close()
  }

  /** Closes, and waits until the peer has agreed, so that whoever connects next finds the session free; not for long. */
  async close(): Promise<void> {
    if (this.#lost !== undefined) return
    this.#socket.close(1000)
    const timer = setTimeout(() => this.#closed.resolve(), CLOSE_TIMEOUT_MS)
    await this.#closed.promise
    clearTimeout(timer)
  }

  #receive(frame: string): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(frame)
    try {
      if (waiting === undefined) readFrame(frame)
    } catch (error) {
      if (error instanceof OpenEnvError) this.#farewell = error
    }
  }

  #end(code: number): void {
    if (this.#lost !== undefined) return
    const lost = new ConnectionLost(code, this.#farewell)
    this.#lost = lost
    this.#opened.reject(lost)
    this.#waiting?.reject(lost)
    this.#closed.resolve()
  }
}
