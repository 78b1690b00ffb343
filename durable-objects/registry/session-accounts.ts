import type { AppliedTurn, EnvironmentFacts } from '../../core/internal.ts'
import type { SessionAddress } from '../session-address.ts'
import { Admission } from './admission.ts'
import { limitsOf } from './limits.ts'
import { SessionBudget } from './session-budget.ts'
import { type MeterBindings, SessionMeter } from './session-meter.ts'

export interface AccountParts {
  /** Of the session: its object's. */
  readonly id: string
  readonly bindings: MeterBindings
  readonly environments: readonly EnvironmentFacts[]
  waitUntil(work: Promise<unknown>): void
}

/** What a session shares with others: places, its subject's limits, counts. A step touches memory only. */
export class SessionAccounts {
  readonly #parts: AccountParts
  readonly #admission: Admission
  readonly #meter: SessionMeter
  /** Null: not looked for yet. */
  #budget: SessionBudget | undefined | null = null

  constructor(parts: AccountParts) {
    this.#parts = parts
    this.#admission = new Admission(parts)
    this.#meter = new SessionMeter(parts)
  }

  /** Undefined when the session may play at once; else a promise that rejects when it gets no place. */
  enter(address: SessionAddress): Promise<void> | undefined {
    return this.#admission.enter(address)
  }

  /** Before a frame is answered. Undefined, but once in a while for a subject with a daily cap. */
  ready(address: SessionAddress, now: number): Promise<void> | undefined {
    this.#meter.startedAt = now
    if (this.#budget === null) this.#budget = this.#findBudget(address)
    return this.#budget?.ready(now)
  }

  /** Pays for a turn and counts it. Throws `QUOTA_EXCEEDED`, which undoes it. */
  turn(address: SessionAddress, { type, isStart }: AppliedTurn, at: number): void {
    this.#budget?.pay(type !== 'reset')
    this.#meter.turn(address, isStart, type !== 'reset', at)
  }

  /** A frame was answered, or refused before it came to the session. */
  answered(address: SessionAddress, frame: string): void {
    this.#meter.answered(address, frame)
  }

  /** Nobody is left to play the session: its place is free. `isOver`: nobody can come back to it. */
  async leave(address: SessionAddress, isOver: boolean): Promise<void> {
    const now = Date.now()
    if (isOver) this.#meter.end(now)
    else this.#meter.pause(now)
    const settling = this.#budget?.settle(now)
    this.#budget = null
    await Promise.all([settling, this.#admission.leave(address)])
  }

  /** Its place was given to another. */
  forget(): void {
    this.#admission.forget()
  }

  #findBudget({ environment, subject }: SessionAddress): SessionBudget | undefined {
    const { bindings, environments } = this.#parts
    const limits = limitsOf(bindings.OPENENV_LIMITS, subject)
    if (subject === undefined || (limits?.steps === undefined && limits?.container_seconds === undefined)) return undefined
    const hasContainer = environments.some(({ name, box }) => name === environment && box !== undefined)
    return new SessionBudget({ bindings, subject, limits, hasContainer })
  }
}
