import { listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { EnvironmentSession } from '../../workers/index.ts'
import { openSocket } from './socket.ts'

test('the alarm spares a session in use, and deletes the rows of an idle one with a word to its socket', async () => {
  const socket = await openSocket('/envs/ledger/s/idle/ws')
  await socket.reset()
  const [id] = await listDurableObjectIds(env.SESSIONS)
  if (id === undefined) throw new Error('no session')
  const stub = env.SESSIONS.get(id)
  expect(await runDurableObjectAlarm(stub)).toBe(true)
  expect((await socket.step({ add: 1 })).type).toBe('observation')
  await runInDurableObject(stub, (session: EnvironmentSession) => Object.defineProperty(session, 'idleTimeoutMs', { value: -1 }))
  await runDurableObjectAlarm(stub)
  expect(await socket.closed).toBe(4408)
  expect(await runInDurableObject(stub, (_, { storage }) => [...storage.kv.list()].length)).toBe(0)
})

test('a session that is too old ends, however busy', async () => {
  const socket = await openSocket('/envs/ledger/ws')
  await socket.reset()
  for (const id of await listDurableObjectIds(env.SESSIONS)) {
    await runInDurableObject(env.SESSIONS.get(id), (session: EnvironmentSession) =>
      Object.defineProperty(session, 'maxAgeMs', { value: -1 }),
    )
  }
  expect((await socket.step({ add: 1 })).data).toMatchObject({ code: 'SESSION_ERROR', message: expect.stringContaining('expired') })
  expect(await socket.closed).toBe(4408)
})
