import type { StockContainer } from './stock-container.ts'
import type { StockPlan } from './stock-plan.ts'

/** Starts beside those of sessions; more at once make each slower (platform.md 2.2). */
const MAX_STARTS = 4
const IDS = 'warm'

/** Containers that run before anyone has asked for them. Kept by one object of the class, which never starts a container itself. */
export class WarmPool {
  readonly #state: DurableObjectState
  readonly #namespace: DurableObjectNamespace<StockContainer>
  #starting = 0

  constructor(state: DurableObjectState, namespace: DurableObjectNamespace<StockContainer>) {
    this.#state = state
    this.#namespace = namespace
  }

  /** A container that is ready, or else a new one; then the pool is filled up again. */
  async take(size: number, plan: StockPlan): Promise<string> {
    const taken = await this.#takeReady()
    this.#state.waitUntil(this.#fill(size, plan))
    return taken ?? this.#namespace.newUniqueId().toString()
  }

  /** Containers end by themselves when nobody comes: those are passed over. */
  async #takeReady(): Promise<string | undefined> {
    for (let ids = this.#ids; ids.length > 0; ids = this.#ids) {
      const [id = '', ...rest] = ids
      this.#ids = rest
      if (await this.#stub(id).isReady()) return id
    }
    return undefined
  }

  async #fill(size: number, plan: StockPlan): Promise<void> {
    const missing = Math.min(size - this.#ids.length - this.#starting, MAX_STARTS - this.#starting)
    await Promise.all(Array.from({ length: Math.max(0, missing) }, () => this.#startOne(plan)))
  }

  async #startOne(plan: StockPlan): Promise<void> {
    this.#starting++
    try {
      const id = this.#namespace.newUniqueId().toString()
      await this.#stub(id).warm(plan)
      this.#ids = [...this.#ids, id]
    } catch (error) {
      console.warn(JSON.stringify({ event: 'warm_start_failed', reason: String(error) }))
    } finally {
      this.#starting--
    }
  }

  get #ids(): string[] {
    return this.#state.storage.kv.get<string[]>(IDS) ?? []
  }

  set #ids(ids: string[]) {
    this.#state.storage.kv.put(IDS, ids)
  }

  #stub(id: string): DurableObjectStub<StockContainer> {
    return this.#namespace.get(this.#namespace.idFromString(id))
  }
}
