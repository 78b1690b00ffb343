import type { KeyValue } from '../../durable-objects/session-store.ts'

/** A storage with room for so many more rows; a transaction is kept whole or not at all. */
export function createStorage() {
  let rows = new Map<string, unknown>()
  const limits = { puts: Number.POSITIVE_INFINITY }
  const kv: KeyValue = {
    get: <T>(key: string) => structuredClone(rows.get(key)) as T | undefined,
    put(key, value) {
      if (limits.puts-- <= 0) throw new Error('database or disk is full')
      rows.set(key, structuredClone(value))
    },
    delete: (key) => rows.delete(key),
    list: <T>({ prefix = '', start = '' } = {}) =>
      ([...rows] as [string, T][]).filter(([key]) => key.startsWith(prefix) && key >= start).sort(([a], [b]) => (a < b ? -1 : 1)),
  }
  function transactionSync<T>(work: () => T): T {
    const before = new Map(rows)
    try {
      return work()
    } catch (error) {
      rows = before
      throw error
    }
  }
  return { storage: { kv, transactionSync }, limits }
}
