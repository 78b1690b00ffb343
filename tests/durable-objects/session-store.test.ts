import { expect, test } from 'vitest'
import { type KeyValue, SessionStore } from '../../durable-objects/session-store.ts'

/** A storage with room for so many more rows; a transaction is kept whole or not at all. */
function createStorage() {
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

function record(serial: number) {
  return { serial, snapshot: `${serial}`.repeat(10_000), stored: undefined, at: 0 }
}

function turn(text: string) {
  return { text, digest: 0, requestId: undefined }
}

for (const puts of [0, 1]) {
  test(`a turn that found no room leaves nothing behind, not even the end of the episode before, after ${puts} rows`, () => {
    const { storage, limits } = createStorage()
    const store = new SessionStore(storage, 'ledger', () => 0)
    store.add(turn('reset'), true)
    store.save(record(1))
    for (const serial of [2, 3]) {
      store.add(turn(`step ${serial}`), false)
      store.save(record(serial), { turnsOnly: true })
    }
    limits.puts = puts
    store.add(turn('another reset'), true)
    expect(() => store.save(record(4))).toThrow('full')
    limits.puts = Number.POSITIVE_INFINITY
    store.add(turn('step 4'), false)
    store.save(record(4), { turnsOnly: true })
    const found = new SessionStore(storage, 'ledger', () => 0).load()
    expect(found?.record.serial).toBe(1)
    expect(found?.laterTurns.map(({ text }) => text)).toEqual(['step 2', 'step 3', 'step 4'])
  })
}
