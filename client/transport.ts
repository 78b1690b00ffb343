import type { OpenEnvError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import { Channel, ConnectionLost } from './channel.ts'
import type { Endpoint } from './endpoint.ts'
import { printRequest, type Request, readFrame } from './frames.ts'
import { Limit, type LimitOptions } from './limit.ts'
import { CLOSE_TOO_BIG, explain } from './verdict.ts'

/** The first wait before another attempt is at most this long, and each next one at most twice as long. */
const FIRST_BACKOFF_MS = 50
const LONGEST_BACKOFF_MS = 3000

/**
 * Asks one thing at a time, in the order of the calls, over as many sockets as it takes. On a named session the same request, with the
 * same id, is asked again until it is answered or its time is up; the server applies it once.
 */
export class Transport {
  readonly #endpoint: Endpoint
  readonly #signal: AbortSignal | undefined
  readonly #calls = new Set<Limit>()
  #channel: Channel | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #hasConnected = false
  #hasSession = false
  /** The episode went with its socket; only a reset helps. */
  #gone: OpenEnvError | undefined
  /** Why nothing can be asked any more. */
  #end: { readonly reason: unknown } | undefined

  constructor(endpoint: Endpoint, signal: AbortSignal | undefined) {
    this.#endpoint = endpoint
    this.#signal = signal
    signal?.addEventListener('abort', this.#onAbort)
  }

  /** Connects now instead of with the first request. */
  open(options: LimitOptions): Promise<void> {
    return this.#enqueue((limit) => this.#persist((channel) => this.#open(channel), limit), options)
  }

  async ask(request: Request, options: LimitOptions): Promise<JsonObject> {
    const frame = printRequest(request)
    const answer = await this.#enqueue((limit) => {
      if (request.type === 'reset') this.#forget()
      return this.#persist((channel) => this.#exchange(channel, frame), limit)
    }, options)
    return readFrame(answer)
  }

  /** Everything that waits, and everything that is asked from now on, fails with the reason. */
  async close(reason: unknown): Promise<void> {
    this.#stop(reason)
    await this.#channel?.close()
  }

  #stop(reason: unknown): void {
    this.#end ??= { reason }
    for (const limit of this.#calls) limit.end(reason)
    this.#signal?.removeEventListener('abort', this.#onAbort)
  }

  readonly #onAbort = () => this.close(this.#signal?.reason)

  async #enqueue<T>(work: (limit: Limit) => Promise<T>, options: LimitOptions): Promise<T> {
    const limit = new Limit(options)
    if (this.#end) limit.end(this.#end.reason)
    this.#calls.add(limit)
    const turn = this.#queue.then(() => {
      limit.start()
      return work(limit)
    })
    this.#queue = turn.catch(() => undefined)
    try {
      return await limit.hold(turn)
    } finally {
      this.#calls.delete(limit)
      limit.release()
    }
  }

  /** Tries until it works, the time is up, or a lost socket has cost something. */
  async #persist<T>(attempt: (channel: Channel) => Promise<T>, limit: Limit): Promise<T> {
    for (let backoffMs = FIRST_BACKOFF_MS; ; backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS)) {
      if (this.#gone) throw this.#gone
      this.#channel ??= new Channel(this.#endpoint.url)
      try {
        return await limit.hold(attempt(this.#channel))
      } catch (error) {
        if (limit.isOver) this.#channel.drop()
        if (limit.isOver || !(error instanceof ConnectionLost)) throw error
        this.#settle(error)
      }
      await limit.pause(Math.random() * backoffMs)
    }
  }

  async #open(channel: Channel): Promise<void> {
    await channel.opened
    this.#hasConnected = true
  }

  async #exchange(channel: Channel, frame: string): Promise<string> {
    await this.#open(channel)
    this.#hasSession = true
    return channel.ask(frame)
  }

  /** A reset needs nothing of what went with a socket. */
  #forget(): void {
    const lost = this.#channel?.lost
    if (lost && explain(lost, this.#endpoint, this.#hasConnected)?.code !== 'SESSION_TAKEN') this.#channel = undefined
    this.#gone = undefined
    this.#hasSession = false
  }

  /** Returns when the request is to be asked again. */
  #settle(lost: ConnectionLost): void {
    this.#channel = undefined
    const error = explain(lost, this.#endpoint, this.#hasConnected)
    if (error === undefined) return
    if (error.code === 'SESSION_TAKEN') this.#stop(error)
    else if (this.#hasSession && !(this.#endpoint.isNamed && lost.code === CLOSE_TOO_BIG)) this.#gone = error
    throw error
  }
}
