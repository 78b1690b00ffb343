import { expect, test } from 'vitest'
import { SessionStore } from '../../durable-objects/session-store.ts'
import { createStorage } from './storage.ts'

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
