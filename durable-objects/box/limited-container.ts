import { Container } from '@cloudflare/containers'

const DAY_MS = 24 * 60 * 60_000
const STARTED_AT = 'startedAt'

/** A container that ends when it is too old, however busy it looks: nothing else ends one whose client goes round in circles. */
export class LimitedContainer<Bindings = object> extends Container<Bindings> {
  /** How long a container may run, ms; it ends at most three minutes later. Default a day. */
  readonly maxAgeMs: number = DAY_MS

  /** The library's own, which looks after a running container at least every three minutes. */
  override async alarm(invocation?: AlarmInvocationInfo): Promise<void> {
    const startedAt = this.ctx.storage.kv.get<number>(STARTED_AT)
    if (this.isRunning() && startedAt !== undefined && Date.now() - startedAt > this.maxAgeMs) await this.end()
    await super.alarm(invocation)
  }

  isRunning(): boolean {
    return this.ctx.container?.running === true
  }

  protected noteStart(): void {
    this.ctx.storage.kv.put(STARTED_AT, Date.now())
  }

  protected async end(): Promise<void> {
    if (this.isRunning()) await this.destroy()
  }
}
