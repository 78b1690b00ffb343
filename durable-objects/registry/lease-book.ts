/** A request for a place. */
export interface LeaseRequest {
  /** Of the session that wants it. */
  readonly session: string
  /** Places that there are. */
  readonly limit: number
  /** How long to wait in line, ms; 0: not at all. */
  readonly waitMs: number
  /** A session silent for longer gives its place to one that waits, ms. */
  readonly idleMs: number
}

/** Whether a place was given; if not, how many were taken when that was decided. */
export type LeaseAnswer = { readonly isGranted: true } | { readonly isGranted: false; readonly active: number }

/** Asks a session whether it still plays; false ends it. */
export type Probe = (session: string, idleMs: number) => Promise<boolean>

interface Waiting {
  readonly request: LeaseRequest
  readonly settle: (answer: LeaseAnswer) => void
  /** Ends the waiting; absent before it has begun. */
  timer?: ReturnType<typeof setTimeout>
}

/** A lease younger than this, or proven alive within it, is not asked after. */
const PROOF_LASTS_MS = 10_000
/** How often those in line have the leases looked at again. */
const LOOK_EVERY_MS = 2_000
/** For how long a session is waited for that is asked whether it plays. */
const ANSWER_MS = 5_000
const LEASE = 'lease/'

/**
 * The places of one scope: who has one, and who waits in line, first come, first served. A place is written down when it is given and
 * when it is returned. One whose session is gone without a word (a crash, a cable that was pulled) is found by asking the session, and
 * only when somebody wants it.
 */
export class LeaseBook {
  readonly #kv: DurableObjectStorage['kv']
  readonly #probe: Probe
  /** When each lease was last known to be held by a living session, ms since 1970. */
  readonly #provenAt = new Map<string, number>()
  #waiting: Waiting[] = []
  #looking: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(kv: DurableObjectStorage['kv'], probe: Probe) {
    this.#kv = kv
    this.#probe = probe
    for (const [key] of kv.list<number>({ prefix: LEASE })) this.#provenAt.set(key.slice(LEASE.length), 0)
  }

  get active(): number {
    return this.#provenAt.size
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** True when {@link acquire} would not refuse this session now. */
  async hasRoom(session: string, limit: number, idleMs: number): Promise<boolean> {
    const fits = () => this.#has(session) || this.active < limit
    if (!fits()) await this.#look(idleMs)
    return fits()
  }

  /** Gives a session a place, at once or when its turn in line comes. The same session asks as often as it likes. */
  async acquire(request: LeaseRequest): Promise<LeaseAnswer> {
    const { promise, resolve } = Promise.withResolvers<LeaseAnswer>()
    const waiting: Waiting = { request, settle: resolve }
    this.#waiting.push(waiting)
    this.#admit()
    if (!this.#waiting.includes(waiting)) return promise
    await this.#look(request.idleMs)
    if (!this.#waiting.includes(waiting)) return promise
    if (request.waitMs <= 0) this.#refuse(waiting)
    else this.#line(waiting)
    return promise
  }

  /** Takes a place back, or a session out of the line. */
  release(session: string): void {
    for (const waiting of this.#waiting.filter(({ request }) => request.session === session)) this.#refuse(waiting)
    this.#forget(session)
    this.#admit()
  }

  /** Asks every lease whose last proof is old, whether its session lives. */
  async sweep(idleMs: number): Promise<void> {
    await this.#look(idleMs)
  }

  #has(session: string): boolean {
    return this.#provenAt.has(session)
  }

  #line(waiting: Waiting): void {
    waiting.timer = setTimeout(() => this.#refuse(waiting), waiting.request.waitMs)
    this.#timer ??= setTimeout(() => this.#lookAgain(), LOOK_EVERY_MS)
  }

  async #lookAgain(): Promise<void> {
    const [first] = this.#waiting
    if (first !== undefined) await this.#look(first.request.idleMs)
    this.#timer = this.#waiting.length === 0 ? undefined : setTimeout(() => this.#lookAgain(), LOOK_EVERY_MS)
  }

  #admit(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const { session, limit } = first.request
      if (!this.#has(session) && this.active >= limit) return
      this.#waiting.shift()
      clearTimeout(first.timer)
      this.#grant(session)
      first.settle({ isGranted: true })
    }
  }

  #grant(session: string): void {
    if (!this.#has(session)) this.#kv.put(LEASE + session, 1)
    this.#provenAt.set(session, Date.now())
  }

  #refuse(waiting: Waiting): void {
    if (!this.#waiting.includes(waiting)) return
    this.#waiting = this.#waiting.filter((other) => other !== waiting)
    clearTimeout(waiting.timer)
    waiting.settle({ isGranted: false, active: this.active })
    this.#admit()
  }

  #forget(session: string): void {
    if (this.#provenAt.delete(session)) this.#kv.delete(LEASE + session)
  }

  /** One look at a time, whoever asks for it. */
  #look(idleMs: number): Promise<void> {
    this.#looking ??= this.#probeAll(idleMs).finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #probeAll(idleMs: number): Promise<void> {
    const doubtful = [...this.#provenAt].filter(([, provenAt]) => Date.now() - provenAt > PROOF_LASTS_MS)
    await Promise.all(
      doubtful.map(async ([session, provenAt]) => {
        const isAlive = await this.#ask(session, idleMs)
        // A session that has asked again meanwhile is alive, whatever its object knew before.
        if (this.#provenAt.get(session) !== provenAt) return
        if (isAlive) this.#provenAt.set(session, Date.now())
        else this.#forget(session)
      }),
    )
    this.#admit()
  }

  /** A session that cannot say, since its object moves or is stuck, keeps its place: others are refused meanwhile, and do not hang. */
  async #ask(session: string, idleMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(true), ANSWER_MS)
    this.#probe(session, idleMs).then(resolve, () => resolve(true))
    return promise.finally(() => clearTimeout(timer))
  }
}
