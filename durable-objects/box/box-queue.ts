import { DurableObject } from 'cloudflare:workers'
import type { BoxBindings } from './bindings.ts'

const DEFAULT_MAX_BOXES = 20
/** More starts at once make each of them slower, and the platform refuses the rest (platform.md 2.2). */
const MAX_STARTS = 4
/** A box that was let in but does not run after this long has failed without a word. */
const START_GRACE_MS = 60_000

interface Waiting {
  readonly box: string
  admit(isAdmitted: boolean): void
}

/** Lets boxes start a few at a time and no more than may run at once; the others wait in line. One object for a deployment. */
export class BoxQueue extends DurableObject<BoxBindings> {
  readonly #starting = new Set<string>()
  #waiting: Waiting[] = []

  /** Waits for a place. False when none came free within `waitMs`. */
  async enter(box: string, waitMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting = { box, admit: resolve }
    const timer = setTimeout(() => resolve(false), waitMs)
    this.#waiting.push(waiting)
    await this.#admit()
    const isAdmitted = await promise
    clearTimeout(timer)
    this.#waiting = this.#waiting.filter((other) => other !== waiting)
    return isAdmitted
  }

  /** The box runs: the next may start. */
  async started(box: string): Promise<void> {
    this.#starting.delete(box)
    await this.#admit()
  }

  /** The box has ended, never started, or waits no longer. */
  async leave(box: string): Promise<void> {
    for (const waiting of this.#waiting) if (waiting.box === box) waiting.admit(false)
    this.#waiting = this.#waiting.filter((waiting) => waiting.box !== box)
    this.#starting.delete(box)
    this.ctx.storage.kv.delete(box)
    await this.#admit()
  }

  async #admit(): Promise<void> {
    if (this.#waiting.length > 0 && this.#boxes().length >= this.#maxBoxes) await this.#forgetEnded()
    while (this.#waiting.length > 0 && this.#starting.size < MAX_STARTS) {
      const box = this.#waiting[0]?.box ?? ''
      const isNew = this.ctx.storage.kv.get(box) === undefined
      if (isNew && this.#boxes().length >= this.#maxBoxes) return
      this.#waiting.shift()?.admit(true)
      this.#starting.add(box)
      this.ctx.storage.kv.put(box, Date.now())
    }
  }

  /** A box that was killed with its runtime has not said so: ask those that seem to hold a place. */
  async #forgetEnded(): Promise<void> {
    const { BOXES } = this.env
    const settled = this.#boxes().filter(([, enteredAt]) => Date.now() - enteredAt > START_GRACE_MS)
    await Promise.all(
      settled.map(async ([box]) => {
        if (await BOXES.get(BOXES.idFromString(box)).isRunning()) return
        this.#starting.delete(box)
        this.ctx.storage.kv.delete(box)
      }),
    )
  }

  #boxes(): [string, number][] {
    return [...this.ctx.storage.kv.list<number>()]
  }

  get #maxBoxes(): number {
    return Number(this.env.OPENENV_MAX_BOXES ?? DEFAULT_MAX_BOXES)
  }
}
