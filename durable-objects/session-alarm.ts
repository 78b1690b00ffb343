import type { ObjectStorage } from './object-storage.ts'

/** The one alarm of a session, for the day when its rows are to be deleted. Armed with the first row, looked at when it fires. */
export class SessionAlarm {
  readonly #state: DurableObjectState
  readonly #storage: ObjectStorage
  #isArmed = false

  constructor(state: DurableObjectState, storage: ObjectStorage) {
    this.#state = state
    this.#storage = storage
  }

  /** True when this object, since it woke, has had a reason for an alarm: it has rows. */
  get isArmed(): boolean {
    return this.#isArmed
  }

  /** Arms the alarm unless it is; setting one is a row written. */
  arm(dueAt: number): void {
    if (this.#isArmed) return
    this.#isArmed = true
    this.#state.waitUntil(this.#set(dueAt))
  }

  /** It has fired, or was deleted with the rows. */
  clear(): void {
    this.#isArmed = false
  }

  async #set(dueAt: number): Promise<void> {
    if ((await this.#storage.getAlarm()) === null) await this.#storage.setAlarm(dueAt, { allowUnconfirmed: true })
  }
}
