import { printAsked, readAnswered } from '../../core/box/frames.ts'

/** How often a socket is looked at: calls that are overdue end, and an idle socket closes, so that its session can hibernate. */
const LOOK_EVERY_MS = 1_000

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

/** A session's way into its container: open while calls are made, closed after a second or two without one. */
export class BoxSocket {
  /** The episode that it was opened for. */
  readonly episodeId: string
  readonly #socket: WebSocket
  readonly #pending = new Map<string, Pending>()
  readonly #timer: ReturnType<typeof setInterval>
  #isLeft = false
  #calls = 0
  #callsSeen = 0

  /** `onUse`: told each second in which calls were made or waited for. */
  constructor(socket: WebSocket, episodeId: string, onUse: () => void) {
    this.episodeId = episodeId
    this.#socket = socket
    // One timer for all calls: one for each would cost as much as the rest of it.
    this.#timer = setInterval(() => this.#look(onUse), LOOK_EVERY_MS)
    socket.accept()
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)))
    socket.addEventListener('close', () => this.#end())
    socket.addEventListener('error', () => this.#end())
  }

  /** Closed by its session, not by the container's end. */
  get isLeft(): boolean {
    return this.#isLeft
  }

  get isOpen(): boolean {
    return !this.#isLeft && this.#socket.readyState === WebSocket.OPEN
  }

  /** The answer's JSON text; undefined when the container ends first, or says nothing for so long. */
  async ask({ route, body, limitMs }: BoxCall): Promise<string | undefined> {
    if (!this.isOpen) return undefined
    const id = String(++this.#calls)
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    this.#pending.set(id, { dueAt: Date.now() + limitMs, resolve })
    this.#socket.send(printAsked({ id, route, body }))
    const answer = await promise
    this.#pending.delete(id)
    return answer
  }

  /** Calls that wait are answered with undefined. */
  close(): void {
    this.#isLeft = true
    this.#socket.close()
    this.#end()
  }

  #receive(frame: string): void {
    const { id, answer } = readAnswered(frame)
    this.#pending.get(id)?.resolve(answer)
  }

  #look(onUse: () => void): void {
    const isIdle = this.#pending.size === 0 && this.#calls === this.#callsSeen
    if (isIdle) return this.close()
    this.#callsSeen = this.#calls
    onUse()
    const now = Date.now()
    for (const { dueAt, resolve } of this.#pending.values()) if (dueAt <= now) resolve(undefined)
  }

  #end(): void {
    clearInterval(this.#timer)
    for (const { resolve } of this.#pending.values()) resolve(undefined)
    this.#pending.clear()
  }
}
