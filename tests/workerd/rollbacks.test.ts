import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { ledger } from './fixtures.ts'
import { openSocket } from './socket.ts'
import { served } from './worker.ts'

const original = served.environments

afterEach(() => {
  served.environments = original
})

function stubOf(name: string) {
  return env.SESSIONS.get(env.SESSIONS.idFromName(name))
}

test('what was acknowledged after a rollback is not rolled back again', async () => {
  const path = '/envs/ledger/s/rolled-back/ws'
  const first = await openSocket(path)
  await first.reset()
  for (let add = 1; add <= 4; add++) await first.step({ add, padding: 9_000 })
  await abortAllDurableObjects()
  // Another rule, and the same version.
  served.environments = [
    { ...ledger, step: (state, action, context) => ledger.step(state, action.add === 4 ? { ...action, add: 40 } : action, context) },
  ]
  const second = await openSocket(path)
  expect((await second.step({ add: 1 })).data).toMatchObject({ code: 'EPISODE_ROLLED_BACK', step_count: 3 })
  for (const total of [7, 8]) expect((await second.step({ add: 1 })).data.observation).toMatchObject({ total })
  await evictDurableObject(stubOf('ledger/rolled-back'))
  expect((await second.step({ add: 1 })).data.observation).toMatchObject({ total: 9 })
  await abortAllDurableObjects()
  const third = await openSocket(path)
  expect((await third.step({ add: 1 })).data.observation).toMatchObject({ total: 10 })
  third.close()
})

test('a stored episode that nobody can read is told, and a reset begins another', async () => {
  const path = '/envs/ledger/s/garbled/ws'
  const first = await openSocket(path)
  await first.reset()
  await evictDurableObject(stubOf('ledger/garbled'))
  await runInDurableObject(stubOf('ledger/garbled'), (_, { storage: { kv } }) => {
    const row = kv.get<{ record: object }>('session')
    kv.put('session', { ...row, record: { ...row?.record, snapshot: '["cut' } })
  })
  for (let i = 0; i < 2; i++)
    expect((await first.step({ add: 1 })).data).toMatchObject({ code: 'SESSION_ERROR', message: expect.stringContaining('reset') })
  await first.reset()
  expect((await first.step({ add: 1 })).data.observation).toMatchObject({ total: 1 })
  first.close()
})

test('a large episode that a new version takes goes on where it was, and is rolled back where that plays otherwise', async () => {
  const path = '/envs/ledger/s/migrated/ws'
  const first = await openSocket(path)
  await first.reset()
  for (let add = 1; add <= 3; add++) await first.step({ add, padding: 9_000 })
  const migrate = (_: string, state: unknown) => ledger.state.parse(state)
  for (const [version, total] of [
    ['2', 7],
    ['3', 9],
  ] as const) {
    await abortAllDurableObjects()
    served.environments = [{ ...ledger, version, migrate }]
    const socket = await openSocket(path)
    for (const more of [0, 1]) expect((await socket.step({ add: 1 })).data.observation).toMatchObject({ total: total + more })
  }
  await abortAllDurableObjects()
  served.environments = [
    { ...ledger, version: '4', migrate, step: (state, action, context) => ledger.step(state, { ...action, add: 0 }, context) },
  ]
  const { data } = await (await openSocket(path)).step({ add: 1 })
  expect(data).toMatchObject({
    code: 'EPISODE_ROLLED_BACK',
    message: expect.stringContaining('version 4 of the environment does not do what version'),
  })
})
