import { DurableObject } from 'cloudflare:workers'
import { sessionStub } from '../session-directory.ts'
import { type LeaseAnswer, LeaseBook, type LeaseRequest } from './lease-book.ts'
import type { Refusal, SubjectLimits } from './limits.ts'
import { MeterBook, type Report, type SessionNote } from './meter-book.ts'
import { type Spendable, SpendingBook } from './spending-book.ts'
import type { Tally } from './tally.ts'

/** What a request is about to use of its subject's limits. */
export interface Entry {
  readonly limits: SubjectLimits
  /** Caps of the day that must not be used up. */
  readonly needs: readonly Spendable[]
  /** The session that the request may open: it needs a place, unless it has one or is ready to wait. Absent: it opens none. */
  readonly session?: string
  /** A session silent for longer has no claim to its place, ms. */
  readonly idleMs: number
}

/** Leases are looked through this often while there are any, in case nobody wants a place. */
const SWEEP_EVERY_MS = 10 * 60_000

/**
 * Accounts that more than one session shares, each in an object of its own (places.ts names them): the places of an environment or a
 * deployment, a subject's limits, and what isolates tell of their sessions. Touched when a session begins or ends, never by a step.
 */
export class SessionRegistry extends DurableObject {
  readonly #leases = new LeaseBook(this.ctx.storage.kv, (session, idleMs) => this.#isAlive(session, idleMs))
  readonly #spending = new SpendingBook(this.ctx.storage.kv)
  readonly #meters = new MeterBook(this.ctx.storage.kv)

  async acquire(request: LeaseRequest): Promise<LeaseAnswer> {
    const answer = await this.#leases.acquire(request)
    if (answer.isGranted && (await this.ctx.storage.getAlarm()) === null) {
      await this.ctx.storage.setAlarm(Date.now() + SWEEP_EVERY_MS)
    }
    return answer
  }

  release(session: string): void {
    this.#leases.release(session)
  }

  /** Sessions that have a place. */
  active(): number {
    return this.#leases.active
  }

  /** Sessions that wait in line. */
  waiting(): number {
    return this.#leases.waiting
  }

  /** Lets a request of this subject pass, or says which limit is met. */
  async enter({ limits, needs, session, idleMs }: Entry): Promise<Refusal | undefined> {
    const now = Date.now()
    const { rate, sessions } = limits
    const refusal = (rate === undefined ? undefined : this.#spending.hit(rate, now)) ?? this.#spending.exhausted(limits, needs, now)
    if (refusal !== undefined) return refusal
    if (session !== undefined && sessions !== undefined && !(await this.#leases.hasRoom(session, sessions, idleMs))) {
      return { limit: 'sessions', maximum: sessions, resetsAt: undefined }
    }
    return undefined
  }

  /** Takes up to `amount` of a day's cap, and says why there was no more; a negative amount gives back what was not used. */
  take(kind: Spendable, amount: number, maximum: number): { taken: number; refusal: Refusal | undefined } {
    const now = Date.now()
    const taken = this.#spending.take(kind, amount, maximum, now)
    const refusal = amount > 0 && taken < amount ? this.#spending.exhausted({ [kind]: maximum }, [kind], now) : undefined
    return { taken, refusal }
  }

  report(report: Report): void {
    this.#meters.add(report)
  }

  tallies(): [environment: string, tally: Tally][] {
    return this.#meters.tallies()
  }

  sessions(): SessionNote[] {
    return this.#meters.sessions(Date.now())
  }

  override async alarm(): Promise<void> {
    await this.#leases.sweep(Number.POSITIVE_INFINITY)
    if (this.#leases.active > 0) await this.ctx.storage.setAlarm(Date.now() + SWEEP_EVERY_MS)
  }

  async #isAlive(session: string, idleMs: number): Promise<boolean> {
    const answer = await sessionStub(this.env, session)?.fetch(`https://session/alive?idleMs=${idleMs}`)
    return (await answer?.text()) === 'alive'
  }
}
