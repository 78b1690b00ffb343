import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openRpc } from './rpc.ts'
import { openSocket } from './socket.ts'

const LOST = { code: 'EPISODE_ROLLED_BACK', step_count: 0 }

function evict(name: string): Promise<void> {
  return evictDurableObject(env.SESSIONS.get(env.SESSIONS.idFromName(name)))
}

/** Plays over HTTP on a key. */
function openHttp(path: string) {
  return async (method: 'GET' | 'POST', route: string, body: object = {}): Promise<{ status: number; body: unknown }> => {
    const headers = { 'content-type': 'application/json' }
    const init = { method, headers, ...(method === 'GET' ? {} : { body: JSON.stringify(body) }) }
    const response = await exports.default.fetch(`http://host${path}/${route}`, init)
    return { status: response.status, body: await response.json() }
  }
}

test('an episode that was in memory only is missed over HTTP, by who plays on and by each who looks', async () => {
  const ask = openHttp('/envs/toolbox/o/durability=none/s/http-none')
  const count = { action: { tool_name: 'count' } }
  await ask('POST', 'step', count)
  await evict('toolbox/http-none')
  for (const [method, route] of [
    ['GET', 'state'],
    ['GET', 'state'],
    ['POST', 'step'],
  ] as const) {
    expect(await ask(method, route, count)).toMatchObject({ status: 409, body: LOST })
  }
  expect((await ask('POST', 'step', count)).body).toMatchObject({ observation: { result: { data: 1 } } })
  await evict('toolbox/http-none')
  expect((await ask('POST', 'reset')).status).toBe(200)
  expect((await ask('GET', 'state')).body).toMatchObject({ step_count: 0 })
})

test('an episode that was in memory only is missed by calls of tools, on a key and on a session of no socket', async () => {
  const named = openRpc('/envs/toolbox/o/durability=none/s/rpc-none')
  await named.call(undefined, 'count')
  await evict('toolbox/rpc-none')
  expect((await named.call(undefined, 'count')).error).toMatchObject({
    message: expect.stringContaining('Steps were lost'),
    data: { step_count: 0 },
  })
  const free = openRpc('/envs/toolbox/o/durability=none')
  const id = await free.create()
  await free.call(id, 'count')
  await evictDurableObject(env.SESSIONS.get(env.SESSIONS.idFromString(id)))
  expect((await free.call(id, 'count')).error).toMatchObject({ message: expect.stringContaining('Steps were lost') })
  expect((await free.call(id, 'count')).result.data).toBe(1)
})

test('an episode that was in memory only is missed by the next socket of its key', async () => {
  const path = '/envs/toolbox/o/durability=none/s/next-socket/ws'
  const first = await openSocket(path)
  await first.step({ tool_name: 'count' })
  first.close()
  await first.closed
  await evict('toolbox/next-socket')
  const second = await openSocket(path)
  expect((await second.step({ tool_name: 'count' })).data).toMatchObject(LOST)
  second.close()
})

test('a socket that closes while its object sleeps takes along what the environment itself keeps with sockets', async () => {
  const socket = await openSocket('/envs/socket_ledger/s/asleep/ws')
  await socket.reset()
  await socket.step({ add: 1, padding: 20_000 })
  const stub = env.SESSIONS.get(env.SESSIONS.idFromName('socket_ledger/asleep'))
  await expect.poll(() => evictDurableObject(stub).then(() => 'evicted'), { timeout: 20_000, interval: 200 }).toBe('evicted')
  socket.close()
  await socket.closed
  expect(await runInDurableObject(stub, (_, { storage }) => [...storage.kv.list()].length)).toBe(0)
})

test('an agent that is told of a loss takes the news from no trainer on the same key', async () => {
  const path = '/envs/toolbox/o/durability=none/s/both'
  const trainer = await openSocket(`${path}/ws`)
  await trainer.step({ tool_name: 'count' })
  await evict('toolbox/both')
  const agent = openRpc(path)
  expect((await agent.call(undefined, 'count')).error?.message).toContain('Steps were lost')
  expect((await agent.call(undefined, 'count')).result.data).toBe(1)
  expect((await trainer.step({ tool_name: 'count' })).data).toMatchObject(LOST)
  expect((await trainer.step({ tool_name: 'count' })).data.observation).toMatchObject({ result: { data: 2 } })
  trainer.close()
})
