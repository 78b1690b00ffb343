import type { Box } from './box/box.ts'
import type { Context } from './environment.ts'
import type { Rng } from './rng.ts'

/** A call's context whose signal is aborted when its time is up, too. */
export class ToolContext implements Context {
  readonly #context: Context
  readonly #timeout: AbortController = new AbortController()
  #signal: AbortSignal | undefined

  constructor(context: Context) {
    this.#context = context
  }

  /** Waits for `work`, and throws {@link TimeUp} when it takes longer than `limitMs`. */
  async within<T>(limitMs: number, work: Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new TimeUp())
        this.#timeout.abort()
      }, limitMs)
    })
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }

  get rng(): Rng {
    return this.#context.rng
  }

  get stepCount(): number {
    return this.#context.stepCount
  }

  get episodeId(): string {
    return this.#context.episodeId
  }

  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([this.#context.signal, this.#timeout.signal])
    return this.#signal
  }

  get fetch(): typeof fetch {
    return this.#context.fetch
  }

  now(): number {
    return this.#context.now()
  }

  secret(name: string): string {
    return this.#context.secret(name)
  }

  get box(): Box {
    return this.#context.box
  }
}

/** A tool's call took longer than its limit. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp'
}
