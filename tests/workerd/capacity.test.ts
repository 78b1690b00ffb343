import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { openRpc } from './rpc.ts'
import { openSocket, type TestSocket } from './socket.ts'

const opened: TestSocket[] = []

async function open(path = '/envs/crowded/ws'): Promise<TestSocket> {
  const socket = await openSocket(path)
  opened.push(socket)
  return socket
}

/** Opens a session that has its place. */
async function play(path?: string): Promise<TestSocket> {
  const socket = await open(path)
  expect((await socket.reset()).type).toBe('observation')
  return socket
}

function registry(name = 'environment/crowded') {
  return env.REGISTRY.get(env.REGISTRY.idFromName(name))
}

async function untilActive(count: number): Promise<void> {
  await vi.waitFor(async () => expect(await registry().active()).toBe(count), { timeout: 10_000 })
}

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.close()
  await untilActive(0)
})

test('one session too many is refused in the answer to its first frame, then closed; a place that is returned is given again', async () => {
  const first = await play()
  await play()
  const third = await open()
  const answer = await third.reset()
  expect(answer).toMatchObject({ type: 'error', data: { code: 'CAPACITY_REACHED', active_sessions: 2, max_sessions: 2 } })
  expect(answer.data.message).toContain('2/2 sessions active')
  expect(await third.closed).toBe(1000)
  first.close()
  await untilActive(1)
  await play()
})

test('a socket that has said nothing takes no place', async () => {
  await Promise.all([open(), open(), open()])
  await play()
  await play()
})

test('who waits in line is let in, first come, first served; the others play on meanwhile', async () => {
  const holders = [await play(), await play()]
  const order: number[] = []
  const waiting: Promise<void>[] = []
  for (let place = 0; place < 4; place++) {
    const socket = await open('/envs/crowded/o/wait=60s/ws')
    const answer = socket.reset().then(({ type }) => {
      expect(type).toBe('observation')
      order.push(place)
      socket.close()
    })
    waiting.push(answer)
    await vi.waitFor(async () => expect(await registry().waiting()).toBe(place + 1))
  }
  expect((await holders[0]?.step({ add: 1 }))?.type).toBe('observation')
  for (const holder of holders) holder.close()
  await Promise.all(waiting)
  expect(order).toEqual([0, 1, 2, 3])
})

test('a wait ends at its deadline, or when its client goes', async () => {
  await play()
  await play()
  const late = await open('/envs/crowded/o/wait=50ms/ws')
  expect((await late.reset()).data.code).toBe('CAPACITY_REACHED')
  const gone = await open('/envs/crowded/o/wait=60s/ws')
  void gone.reset()
  await vi.waitFor(async () => expect(await registry().waiting()).toBe(1))
  gone.close()
  await vi.waitFor(async () => expect(await registry().waiting()).toBe(0))
})

test('a crash leaves no place taken: the next client finds that nobody plays there', async () => {
  await play()
  await play()
  await abortAllDurableObjects()
  expect(await registry().active()).toBe(2)
  await play()
  await untilActive(1)
})

test('places that a crash left taken are found also when nobody asks for one', async () => {
  await play()
  await abortAllDurableObjects()
  expect(await runDurableObjectAlarm(registry())).toBe(true)
  expect(await registry().active()).toBe(0)
})

test('a session that has been silent for too long gives its place to one that wants it, and is told so', async () => {
  const silent = await play()
  await play()
  await evictDurableObject(registry())
  const wanted = { session: 'f'.repeat(64), limit: 2, waitMs: 0 }
  expect(await registry().acquire({ ...wanted, idleMs: 60_000 })).toEqual({ isGranted: false, active: 2 })
  await evictDurableObject(registry())
  expect(await registry().acquire({ ...wanted, idleMs: -1 })).toEqual({ isGranted: true })
  expect(await silent.closed).toBe(4408)
  await registry().release(wanted.session)
})

test('a named session has one place, however often its client reconnects', async () => {
  const path = '/envs/crowded/s/returns/ws?client=me'
  for (let turn = 0; turn < 3; turn++) {
    await play(path)
    expect(await registry().active()).toBe(1)
  }
})

test('HTTP with a key takes a place, and is refused one with 503', async () => {
  await play()
  await play()
  const reset = (path: string) => exports.default.fetch(`http://host${path}`, { method: 'POST' })
  const refused = await reset('/envs/crowded/s/by-http/reset')
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ code: 'CAPACITY_REACHED', max_sessions: 2 })
  expect((await reset('/envs/crowded/reset')).status).toBe(200)
})

test('a client of HTTP that goes while it waits in line takes no place, and nothing is played for it', async () => {
  const path = 'http://host/envs/crowded/o/wait=60s/s/gone'
  const others = [await play(), await play()]
  const leaving = new AbortController()
  const init = { method: 'POST', signal: leaving.signal as never }
  const answer = exports.default.fetch(`${path}/reset`, init).catch(() => 'gone')
  await vi.waitFor(async () => expect(await registry().waiting()).toBe(1), { timeout: 10_000 })
  leaving.abort()
  expect(await answer).toBe('gone')
  others[0]?.close()
  await untilActive(1)
  const stub = env.SESSIONS.get(env.SESSIONS.idFromName('crowded/gone'))
  expect(await runInDurableObject(stub, (_, { storage }) => [...storage.kv.list()])).toEqual([])
})

test('a session of a tool client holds its place until it is closed', async () => {
  const rpc = openRpc('/envs/narrow_toolbox')
  const id = await rpc.create()
  const refused = await rpc.ask('openenv/session/create')
  expect(refused.error).toMatchObject({ code: -32000, data: { active_sessions: 1, max_sessions: 1 } })
  const socket = await openSocket(`/envs/narrow_toolbox/ws?session_id=${id}`)
  expect((await socket.state()).type).toBe('state')
  socket.close()
  await socket.closed
  expect((await rpc.ask('openenv/session/create')).error?.code).toBe(-32000)
  await rpc.close(id)
  await rpc.close(await rpc.create())
})

test('who speaks JSON-RPC, on a socket or with a key, is refused in its own words', async () => {
  const rpc = openRpc('/envs/narrow_toolbox')
  const id = await rpc.create()
  const refusal = { id: 1, error: { code: -32000, data: { active_sessions: 1, max_sessions: 1 } } }
  expect(await openRpc('/envs/narrow_toolbox/s/late').call(undefined, 'count')).toMatchObject(refusal)
  const socket = await openSocket('/envs/narrow_toolbox/mcp')
  expect(await socket.ask({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).toMatchObject({ error: { code: -32000 } })
  expect(await socket.closed).toBe(1000)
  await rpc.close(id)
})
