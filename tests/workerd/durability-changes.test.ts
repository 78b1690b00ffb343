import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { openSocket } from './socket.ts'

const KEY_MODES = [
  ['none', 'step'],
  ['socket', 'step'],
  ['checkpoint', 'step'],
  ['step', 'checkpoint'],
] as const

for (const [before, after] of KEY_MODES) {
  for (const padding of [0, 9_000]) {
    test(`what ${after} acknowledged survives a crash after ${before} on the same key, ${padding} characters a step`, async () => {
      const key = `mixed-${before}-${after}-${padding}`
      const first = await openSocket(`/envs/ledger/o/durability=${before}/s/${key}/ws`)
      await first.reset()
      for (let add = 1; add <= 3; add++) await first.step({ add, padding })
      const second = await openSocket(`/envs/ledger/o/durability=${after}/s/${key}/ws`)
      for (let add = 1; add <= 3; add++) await second.step({ add, padding })
      if (after === 'checkpoint') second.close()
      if (after === 'checkpoint') await second.closed
      await abortAllDurableObjects()
      const third = await openSocket(`/envs/ledger/o/durability=${after}/s/${key}/ws`)
      expect((await third.step({ add: 1 })).data.observation).toMatchObject({ total: 13 })
    })
  }
}

for (const padding of [0, 20_000]) {
  test(`an older row never comes back in place of an episode kept with its socket, ${padding} characters a step`, async () => {
    const key = `stale-${padding}`
    const first = await openSocket(`/envs/ledger/s/${key}/ws`)
    await first.reset()
    for (let add = 1; add <= 3; add++) await first.step({ add, padding })
    const second = await openSocket(`/envs/ledger/o/durability=socket/s/${key}/ws`)
    for (let add = 1; add <= 3; add++) await second.step({ add, padding })
    await abortAllDurableObjects()
    const third = await openSocket(`/envs/ledger/s/${key}/ws`)
    expect((await third.step({ add: 1 })).type).toBe('error')
  })

  test(`an episode kept with its socket ends with it, and nothing brings it back, ${padding} characters a step`, async () => {
    const key = `ended-${padding}`
    const socket = await openSocket(`/envs/ledger/o/durability=socket/s/${key}/ws`)
    await socket.reset()
    for (let add = 1; add <= 3; add++) await socket.step({ add, padding })
    socket.close()
    await socket.closed
    const stub = env.SESSIONS.get(env.SESSIONS.idFromName(`ledger/${key}`))
    await vi.waitFor(() => evictDurableObject(stub), { timeout: 20_000, interval: 200 })
    expect(await runInDurableObject(stub, (_, { storage }) => [...storage.kv.list()].length)).toBe(0)
  })
}

test('a socket that only looks, by whatever mode, leaves what was saved', async () => {
  const first = await openSocket('/envs/ledger/s/looked-at/ws')
  await first.reset()
  await first.step({ add: 3 })
  first.close()
  await first.closed
  const looker = await openSocket('/envs/ledger/o/durability=socket/s/looked-at/ws')
  expect((await looker.state()).data).toMatchObject({ step_count: 1 })
  looker.close()
  await looker.closed
  const again = await openSocket('/envs/ledger/s/looked-at/ws')
  expect((await again.step({ add: 1 })).data.observation).toMatchObject({ total: 4 })
})
