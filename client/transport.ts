import type { OpenEnvError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import { Channel, ConnectionLost } from './channel.ts'
import type { Endpoint } from './endpoint.ts'
import { printRequest, type Request, readFrame } from './frames.ts'
import { type LimitOptions, pause, runLimited, untilAborted } from './limit.ts'
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
  readonly #closing = new AbortController()
  #channel: Channel | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #hasConnected = false
  #hasSession = false
  /** The episode went with its socket; only a reset helps. */
  #gone: OpenEnvError | undefined

  constructor(endpoint: Endpoint, signal?: AbortSignal) {
    this.#endpoint = endpoint
    signal?.addEventListener('abort', () => this.close(signal.reason), { once: true, signal: this.#closing.signal })
  }

  /** Connects now instead of with the first request. */
  open(options: LimitOptions): Promise<unknown> {
    return this.#enqueue((signal) => this.#persist((channel) => this.#open(channel), signal), options)
  }

  async ask(request: Request, options: LimitOptions): Promise<JsonObject> {
    const frame = printRequest(request)
    const answer = await this.#enqueue((signal) => {
      if (request.type === 'reset') this.#forget()
      return this.#persist((channel) => this.#exchange(channel, frame), signal)
    }, options)
    return readFrame(answer)
  }

  /** Everything that waits, and everything that is asked from now on, fails with the reason. */
  async close(reason: unknown): Promise<void> {
    const channel = this.#channel
    this.#closing.abort(reason)
    await channel?.close()
  }

  #enqueue<T>(work: (signal: AbortSignal) => Promise<T>, options: LimitOptions): Promise<T> {
    const { answer, settled } = runLimited(work, { ...options, before: this.#queue, closing: this.#closing.signal })
    this.#queue = settled
    return answer
  }

  /** Tries until it works, the time is up, or a lost socket has cost something. */
  async #persist<T>(attempt: (channel: Channel) => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let backoffMs = FIRST_BACKOFF_MS; ; backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS)) {
      if (this.#gone) throw this.#gone
      this.#channel ??= new Channel(this.#endpoint.url)
      try {
        return await untilAborted(attempt(this.#channel), signal)
      } catch (error) {
        if (signal.aborted) this.#channel.drop()
        if (signal.aborted || !(error instanceof ConnectionLost)) throw error
        this.#settle(error)
      }
      await pause(Math.random() * backoffMs, signal)
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
    if (error.code === 'SESSION_TAKEN') this.#closing.abort(error)
    else if (this.#hasSession && !(this.#endpoint.isNamed && lost.code === CLOSE_TOO_BIG)) this.#gone = error
    throw error
  }
}
