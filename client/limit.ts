/** How long a call may take, and who may give it up. */
export interface LimitOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** The longest delay that `setTimeout` takes; it fires at once for a longer one (HTML, "timers"). */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** What may end a call before its answer: its time, its signal, its client. Not an AbortController: those of a call were a third of its CPU. */
export class Limit {
  readonly #timeoutMs: number
  readonly #signal: AbortSignal | undefined
  readonly #ended = Promise.withResolvers<never>()
  #end: { readonly reason: unknown } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ timeoutMs, signal }: LimitOptions) {
    this.#timeoutMs = timeoutMs
    this.#signal = signal
    // The rejection is for whoever holds the limit; nobody does when it ends between two waits.
    this.#ended.promise.catch(() => undefined)
    signal?.addEventListener('abort', this.#onAbort)
    if (signal?.aborted) this.#onAbort()
  }

  get isOver(): boolean {
    return this.#end !== undefined
  }

  /** The call's turn has come: its time runs from here, and not while it queues. Throws when the limit has ended before. */
  start(): void {
    if (this.#end) throw this.#end.reason
    this.#timer = setTimeout(this.#onTimeout, Math.min(this.#timeoutMs, LONGEST_TIMER_MS))
  }

  end(reason: unknown): void {
    this.#end ??= { reason }
    this.#ended.reject(reason)
  }

  /** The promise's value, unless the limit ends first: then its reason is thrown. */
  hold<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([this.#ended.promise, promise])
  }

  async pause(delayMs: number): Promise<void> {
    const elapsed = Promise.withResolvers<void>()
    const timer = setTimeout(elapsed.resolve, delayMs)
    try {
      await this.hold(elapsed.promise)
    } finally {
      clearTimeout(timer)
    }
  }

  /** The call is over, and leaves nothing behind. */
  release(): void {
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#onAbort)
  }

  readonly #onAbort = () => this.end(this.#signal?.reason)
  readonly #onTimeout = () =>
    this.end(new DOMException(`No answer in ${this.#timeoutMs} ms; state() tells what was applied.`, 'TimeoutError'))
}
