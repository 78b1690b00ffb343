import { printAsked, readAnswered } from '../../core/box/frames.ts'
import { START_HEADER, TOKEN_HEADER } from '../../core/box/protocol.ts'

/** What opens a container's server: its token, and the start that the caller means, where it knows one. */
interface Key {
  readonly token: string
  readonly startId?: string
}

/** A call that waits for its answer. */
interface Pending {
  readonly dueAt: number
  resolve(answer: string | undefined): void
}

/** A call of the server in the container. */
export interface BoxCall {
  readonly route: string
  /** JSON. */
  readonly body: string
  /** After which the container is given up. */
  readonly limitMs: number
}

/**
 * The way into a container, kept open: a connection through engine and sidecar costs more than all else of a step. It is tied to one
 * start of the container and ends with it.
 */
export class BoxSocket {
  /** Of the start that answers here. */
  readonly startId: string
  readonly #socket: WebSocket
  readonly #pending = new Map<string, Pending>()
  #calls = 0
  /** When pending calls are looked at next; a timer for each call would cost as much as the rest of it. */
  #watch: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | undefined

  private constructor(socket: WebSocket, startId: string) {
    this.#socket = socket
    this.startId = startId
    socket.accept()
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)))
    socket.addEventListener('close', () => this.#end())
    socket.addEventListener('error', () => this.#end())
  }

  /** Undefined when the container is another, or refuses the token. Throws when nobody listens there. */
  static async open(port: Fetcher, { token, startId }: Key): Promise<BoxSocket | undefined> {
    const headers = { upgrade: 'websocket', [TOKEN_HEADER]: token, ...(startId === undefined ? {} : { [START_HEADER]: startId }) }
    const { webSocket, headers: answered } = await port.fetch('http://box/', { headers })
    const found = answered.get(START_HEADER)
    return webSocket === null || found === null ? undefined : new BoxSocket(webSocket, found)
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  get isBusy(): boolean {
    return this.#pending.size > 0
  }

  /** The answer's JSON text; undefined when the container ends first, or says nothing for so long. */
  async ask({ route, body, limitMs }: BoxCall): Promise<string | undefined> {
    if (!this.isOpen) return undefined
    const id = String(++this.#calls)
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    const dueAt = Date.now() + limitMs
    this.#pending.set(id, { dueAt, resolve })
    this.#watchUntil(dueAt)
    this.#socket.send(printAsked({ id, route, body }))
    const answer = await promise
    this.#pending.delete(id)
    return answer
  }

  /** Calls that wait are answered with undefined. */
  close(): void {
    this.#socket.close()
    this.#end()
  }

  #receive(frame: string): void {
    const { id, answer } = readAnswered(frame)
    this.#pending.get(id)?.resolve(answer)
  }

  #watchUntil(at: number): void {
    if (this.#watch !== undefined && this.#watch.at <= at) return
    clearTimeout(this.#watch?.timer)
    this.#watch = { at, timer: setTimeout(() => this.#giveUpOverdue(), at - Date.now()) }
  }

  #giveUpOverdue(): void {
    this.#watch = undefined
    const now = Date.now()
    for (const { dueAt, resolve } of this.#pending.values()) {
      if (dueAt <= now) resolve(undefined)
      else this.#watchUntil(dueAt)
    }
  }

  #end(): void {
    clearTimeout(this.#watch?.timer)
    this.#watch = undefined
    for (const { resolve } of this.#pending.values()) resolve(undefined)
    this.#pending.clear()
  }
}
