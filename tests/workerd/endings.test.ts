import { evictDurableObject, listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openSocket, type TestSocket } from './socket.ts'

type Id = Awaited<ReturnType<typeof listDurableObjectIds>>[number]

/** A socket on a session of its own, and that session's id. */
async function openNew(path: string): Promise<{ socket: TestSocket; id: Id }> {
  const before = new Set((await listDurableObjectIds(env.SESSIONS)).map(String))
  const socket = await openSocket(path)
  await socket.reset()
  const [id] = (await listDurableObjectIds(env.SESSIONS)).filter((known) => !before.has(String(known)))
  if (id === undefined) throw new Error('no session was made')
  return { socket, id }
}

async function rowsOf(id: Id): Promise<string[]> {
  return runInDurableObject(env.SESSIONS.get(id), (_, { storage }) => [...storage.kv.list()].map(([key]) => key))
}

test('the alarm of rows that are gone spares a session that plays on with its socket', async () => {
  const { socket, id } = await openNew('/envs/parcel/ws')
  for (const kept of [30_000, 1]) await socket.step({ kept })
  expect(await rowsOf(id)).toEqual([])
  expect(await runDurableObjectAlarm(env.SESSIONS.get(id))).toBe(true)
  expect((await socket.step({})).type).toBe('observation')
  socket.close()
})

test('a session without a name leaves no row, in whatever mode, although its object slept when its socket closed', async () => {
  const { socket, id } = await openNew('/envs/ledger/o/durability=checkpoint/ws')
  const evict = () => evictDurableObject(env.SESSIONS.get(id)).then(() => 'evicted')
  await expect.poll(evict, { timeout: 20_000, interval: 200 }).toBe('evicted')
  socket.close()
  await socket.closed
  expect(await rowsOf(id)).toEqual([])
})

test('steps over HTTP are kept as their URL asks, whoever brought the session into memory', async () => {
  const play = async (durability: string, route: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"action":{"add":1}}' }
    const answer = await exports.default.fetch(`http://host/envs/ledger/o/durability=${durability}/s/asked/${route}`, init)
    return { status: answer.status, body: await answer.json() }
  }
  await play('none', 'reset')
  await play('step', 'step')
  await evictDurableObject(env.SESSIONS.get(env.SESSIONS.idFromName('ledger/asked')))
  expect(await play('step', 'step')).toMatchObject({ status: 200, body: { observation: { total: 2 } } })
})
