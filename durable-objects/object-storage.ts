import type { KeyValue } from './session-store.ts'

/** What a session's object needs of its storage. */
export interface ObjectStorage {
  readonly kv: KeyValue
  /** Does all of `work` or, when it throws, nothing of it. */
  transactionSync<T>(work: () => T): T
  getAlarm(): Promise<number | null>
  setAlarm(dueAt: number, options: { allowUnconfirmed: boolean }): Promise<void>
  deleteAll(): Promise<void>
}

/**
 * The storage of an object. A local runtime binds unnamed sessions to a namespace without any (cli/unnamed-sessions.ts): such a
 * session ends with its socket or its server, and a database that nobody writes to would be most of its memory.
 */
export function storageOf({ storage }: DurableObjectState): ObjectStorage {
  const found: ObjectStorage | undefined | null = storage
  return found ?? new MemoryStorage()
}

/** The longest that a timer can be set for. */
const LONG_MS = 2 ** 31 - 1

/** Rows that live as long as their object, which they keep from hibernating: it would come back without them. */
class MemoryStorage implements ObjectStorage {
  readonly #rows = new Map<string, unknown>()
  #pin: ReturnType<typeof setTimeout> | undefined

  readonly kv: KeyValue = {
    get: <T>(key: string) => this.#rows.get(key) as T | undefined,
    put: (key, value) => {
      this.#rows.set(key, structuredClone(value))
      this.#pin ??= setTimeout(() => {}, LONG_MS)
    },
    delete: (key) => {
      const wasThere = this.#rows.delete(key)
      if (this.#rows.size === 0) this.#unpin()
      return wasThere
    },
    list: <T>({ prefix = '', start = '' }: { prefix?: string; start?: string } = {}) =>
      ([...this.#rows] as [string, T][]).filter(([key]) => key.startsWith(prefix) && key >= start).sort(([a], [b]) => (a < b ? -1 : 1)),
  }

  /** Memory has no limit that a put could meet. */
  transactionSync<T>(work: () => T): T {
    return work()
  }

  async getAlarm(): Promise<null> {
    return null
  }

  /** Nothing outlives the socket here, so there is nothing to reap. */
  async setAlarm(): Promise<void> {}

  async deleteAll(): Promise<void> {
    this.#rows.clear()
    this.#unpin()
  }

  #unpin(): void {
    clearTimeout(this.#pin)
    this.#pin = undefined
  }
}
