import { quotaExceeded, type Refusal, type SubjectLimits } from './limits.ts'
import { type RegistryBindings, registryStub, subjectName } from './places.ts'
import type { Spendable } from './spending-book.ts'

/** A session takes a day's steps from its subject's account in blocks: this part of the cap, and no more than so many. */
const BLOCK_PART = 1_000
const MAX_BLOCK = 100
const CONTAINER_BLOCK_S = 60
/** A container that nobody asks for anything stops after this long. */
const CONTAINER_IDLE_MS = 10 * 60_000

export interface BudgetParts {
  readonly bindings: RegistryBindings
  readonly subject: string
  readonly limits: SubjectLimits
  /** The session's environment runs a container for it. */
  readonly hasContainer: boolean
}

/** What is left here of what was taken from a day's cap, and why there is no more. */
interface Purse {
  readonly kind: Spendable
  readonly maximum: number
  readonly block: number
  left: number
  refusal: Refusal | undefined
}

/** A session's share of its subject's daily caps. It asks the registry once a block; what it has not used it gives back in the end. */
export class SessionBudget {
  readonly #parts: BudgetParts
  readonly #steps: Purse | undefined
  readonly #seconds: Purse | undefined
  #countedAt: number | undefined
  #filling: Promise<void> | undefined

  constructor(parts: BudgetParts) {
    const { steps, container_seconds: seconds } = parts.limits
    this.#parts = parts
    if (steps !== undefined) this.#steps = newPurse('steps', steps, Math.min(MAX_BLOCK, Math.ceil(steps / BLOCK_PART)))
    if (seconds !== undefined && parts.hasContainer) this.#seconds = newPurse('container_seconds', seconds, CONTAINER_BLOCK_S)
  }

  /** Before a frame is answered: undefined when there is enough, else a promise of having asked for more. */
  ready(now: number): Promise<void> | undefined {
    this.#countSeconds(now)
    const empty = [this.#steps, this.#seconds].filter((purse) => purse !== undefined).filter((purse) => needsMore(purse, now))
    if (empty.length === 0) return this.#filling
    this.#filling ??= this.#fillAll(empty).finally(() => {
      this.#filling = undefined
    })
    return this.#filling
  }

  /** Pays for a turn. Throws `QUOTA_EXCEEDED`, which undoes it. */
  pay(isStep: boolean): void {
    const refusal = refusalOf(this.#seconds) ?? (isStep ? this.#payStep() : undefined)
    if (refusal !== undefined) throw quotaExceeded(refusal)
  }

  /** The session is over: gives back what it has left. Undefined when that is nothing. */
  settle(now: number): Promise<void> | undefined {
    this.#countSeconds(now)
    this.#countedAt = undefined
    const purses = [this.#steps, this.#seconds].filter((purse) => purse !== undefined).filter(({ left }) => left !== 0)
    return purses.length === 0 ? undefined : Promise.all(purses.map((purse) => this.#giveBack(purse))).then(() => {})
  }

  #payStep(): Refusal | undefined {
    const refusal = refusalOf(this.#steps)
    // Frames that arrived together may all have found the last step of a block: those few are owed.
    if (refusal === undefined && this.#steps !== undefined) this.#steps.left--
    return refusal
  }

  #countSeconds(now: number): void {
    if (this.#seconds === undefined) return
    const before = this.#countedAt ?? now
    this.#countedAt = now
    this.#seconds.left -= Math.min(now - before, CONTAINER_IDLE_MS) / 1000
  }

  async #fillAll(purses: readonly Purse[]): Promise<void> {
    await Promise.all(purses.map((purse) => this.#fill(purse)))
  }

  async #fill(purse: Purse): Promise<void> {
    const wanted = purse.block + Math.max(0, Math.ceil(-purse.left))
    const { taken, refusal } = await this.#account.take(purse.kind, wanted, purse.maximum)
    purse.left += taken
    purse.refusal = refusal
  }

  async #giveBack(purse: Purse): Promise<void> {
    const amount = -Math.floor(purse.left)
    purse.left = 0
    if (amount !== 0) await this.#account.take(purse.kind, amount, purse.maximum)
  }

  get #account() {
    const { bindings, subject } = this.#parts
    return registryStub(bindings, subjectName(subject))
  }
}

function newPurse(kind: Spendable, maximum: number, block: number): Purse {
  return { kind, maximum, block, left: 0, refusal: undefined }
}

function refusalOf(purse: Purse | undefined): Refusal | undefined {
  return purse !== undefined && purse.left <= 0 ? purse.refusal : undefined
}

/** A cap that is used up is not asked about again before its day is over. */
function needsMore({ left, refusal }: Purse, now: number): boolean {
  return left <= 0 && (refusal?.resetsAt === undefined || now >= refusal.resetsAt)
}
