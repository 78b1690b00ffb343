import type { LimitName, Refusal, SubjectLimits } from './limits.ts'

/** What a day's cap counts. */
export type Spendable = Extract<LimitName, 'steps' | 'container_seconds'>

interface Spent {
  /** UTC day, `2026-11-29`. */
  readonly day: string
  readonly steps: number
  readonly container_seconds: number
}

const SPENT = 'spent'
const MINUTE_MS = 60_000

/** What a subject has used: requests of the last minute, in memory; steps and container seconds of the day, in a row. */
export class SpendingBook {
  readonly #kv: DurableObjectStorage['kv']
  /** Requests that the rate still allows, as of `#filledAt`; undefined before the first. */
  #allowed: number | undefined
  #filledAt = 0

  constructor(kv: DurableObjectStorage['kv']) {
    this.#kv = kv
  }

  /** Counts a request against a rate a minute, which also is how many may come at once. Undefined when it may pass. */
  hit(rate: number, now: number): Refusal | undefined {
    const filled = this.#allowed === undefined ? rate : this.#allowed + ((now - this.#filledAt) * rate) / MINUTE_MS
    this.#allowed = Math.min(rate, filled)
    this.#filledAt = now
    if (this.#allowed < 1) {
      const waitMs = rate === 0 ? MINUTE_MS : ((1 - this.#allowed) * MINUTE_MS) / rate
      return { limit: 'rate', maximum: rate, resetsAt: now + Math.ceil(waitMs) }
    }
    this.#allowed--
    return undefined
  }

  /** The day's cap that is used up, if one is. */
  exhausted(limits: SubjectLimits, kinds: readonly Spendable[], now: number): Refusal | undefined {
    const spent = this.#today(now)
    for (const kind of kinds) {
      const maximum = limits[kind]
      if (maximum !== undefined && spent[kind] >= maximum) return { limit: kind, maximum, resetsAt: tomorrow(now) }
    }
    return undefined
  }

  /** Takes up to `amount` of what the day has left, and says how much that was; a negative amount gives back. */
  take(kind: Spendable, amount: number, maximum: number, now: number): number {
    const spent = this.#today(now)
    const taken = amount < 0 ? Math.max(amount, -spent[kind]) : Math.min(amount, Math.max(0, maximum - spent[kind]))
    if (taken !== 0) this.#kv.put(SPENT, { ...spent, [kind]: spent[kind] + taken } satisfies Spent)
    return taken
  }

  #today(now: number): Spent {
    const day = new Date(now).toISOString().slice(0, 10)
    const spent = this.#kv.get<Spent>(SPENT)
    return spent?.day === day ? spent : { day, steps: 0, container_seconds: 0 }
  }
}

function tomorrow(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1)
}
