import { evictDurableObject, listDurableObjectIds, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openRpc } from './rpc.ts'
import { openSocket } from './socket.ts'

const toolbox = openRpc('/envs/toolbox')

function stubOf(id: string) {
  return env.SESSIONS.get(env.SESSIONS.idFromString(id))
}

async function rowsOf(id: string): Promise<number> {
  return runInDurableObject(stubOf(id), (_, { storage }) => [...storage.kv.list()].length)
}

test('calls of one session share its state, and calls without one share nothing', async () => {
  const id = await toolbox.create()
  const counts = []
  for (const session of [id, id, undefined, undefined, id]) counts.push((await toolbox.call(session, 'count')).result.data)
  expect(counts).toEqual([1, 2, 1, 1, 3])
})

test('an id that nobody made, that is no id, or that is of another environment is unknown', async () => {
  const id = await toolbox.create()
  const never = env.SESSIONS.newUniqueId().toString()
  for (const [rpc, session] of [
    [toolbox, never],
    [toolbox, 'no-such-session'],
    [openRpc('/envs/echo'), id],
  ] as const) {
    const expected = { code: -32602, message: `Unknown session_id: ${session}`, data: null }
    expect((await rpc.ask('tools/list', { session_id: session })).error).toEqual(expected)
    expect((await rpc.close(session)).error).toEqual(expected)
  }
})

test('on a URL with a key, an id that is null or empty is no id', async () => {
  const named = openRpc('/envs/toolbox/s/unsaid')
  const results = []
  for (const session_id of [undefined, null, '']) results.push(await named.ask('tools/call', { name: 'count', session_id }))
  expect(results.map(({ result }) => result?.data)).toEqual([1, 2, 3])
})

test('a socket attaches, plays the same episode as HTTP calls, leaves, and attaches again', async () => {
  const id = await toolbox.create()
  const socket = await openSocket(`/envs/toolbox/ws?session_id=${id}`)
  await socket.reset({ episode_id: 'kept' })
  await socket.step({ tool_name: 'count' })
  expect((await toolbox.call(id, 'count')).result.data).toBe(2)
  expect((await socket.state()).data).toEqual({ episode_id: 'kept', step_count: 1, count: 2 })
  socket.close()
  await socket.closed
  const again = await openSocket(`/envs/toolbox/ws?session_id=${id}`)
  expect((await again.state()).data).toEqual({ episode_id: 'kept', step_count: 1, count: 2 })
})

test('a second socket is told why it may not attach, and closed with 1000', async () => {
  const id = await toolbox.create()
  const first = await openSocket(`/envs/toolbox/ws?session_id=${id}`)
  for (const [session, message] of [
    [id, `Session ${id} already has an attached WebSocket`],
    ['nope', 'Unknown session_id: nope'],
  ] as const) {
    const second = await openSocket(`/envs/toolbox/ws?session_id=${session}`)
    expect(await second.first).toEqual({ type: 'error', data: { message, code: 'SESSION_ERROR' } })
    expect(await second.closed).toBe(1000)
  }
  expect((await first.reset()).type).toBe('observation')
})

test('a session that is closed while a socket is attached ends when that leaves', async () => {
  const id = await toolbox.create()
  const socket = await openSocket(`/envs/toolbox/ws?session_id=${id}`)
  await socket.reset()
  expect((await toolbox.close(id)).result).toEqual({ session_id: id, closed: false, closing: true })
  expect((await socket.step({ tool_name: 'count' })).type).toBe('observation')
  socket.close()
  await socket.closed
  expect((await toolbox.call(id, 'count')).error?.code).toBe(-32602)
  expect(await rowsOf(id)).toBe(0)
})

test('a session that was to end with a socket ends although a crash took the socket along', async () => {
  const id = await toolbox.create()
  await runInDurableObject(stubOf(id), (_, { storage: { kv } }) => kv.put('free', { ...kv.get<object>('free'), isClosing: true }))
  const socket = await openSocket(`/envs/toolbox/ws?session_id=${id}`)
  expect(await socket.first).toMatchObject({ data: { message: `Unknown session_id: ${id}` } })
  expect((await toolbox.call(id, 'count')).error?.code).toBe(-32602)
  expect(await rowsOf(id)).toBe(0)
})

test('an attached session survives eviction, between a call and a step, with its socket', async () => {
  const id = await toolbox.create()
  const socket = await openSocket(`/envs/toolbox/ws?session_id=${id}`)
  await socket.reset({ seed: 7 })
  await socket.step({ tool_name: 'count' })
  await toolbox.call(id, 'count')
  await evictDurableObject(stubOf(id))
  expect((await toolbox.call(id, 'count')).result.data).toBe(3)
  await evictDurableObject(stubOf(id))
  expect((await socket.step({ tool_name: 'count' })).data.observation).toMatchObject({ result: { data: 4 } })
  expect((await socket.state()).data).toMatchObject({ count: 4, step_count: 2 })
})

test('mcp frames on the socket of a session know it by its id', async () => {
  const id = await toolbox.create()
  const socket = await openSocket(`/envs/toolbox/ws?session_id=${id}`)
  const ask = async (method: string, params = {}) =>
    (await socket.ask({ type: 'mcp', data: { jsonrpc: '2.0', id: 1, method, params } })).data
  expect(await ask('openenv/session/create')).toMatchObject({ result: { session_id: id } })
  expect(await ask('openenv/session/close', { session_id: id })).toMatchObject({ error: { code: -32600 } })
  const other = await toolbox.create()
  expect(await ask('openenv/session/close', { session_id: other })).toMatchObject({ result: { session_id: other, closed: true } })
  expect((await toolbox.close(other)).error?.code).toBe(-32602)
})

test('a socket on /mcp speaks bare JSON-RPC on a session of its own', async () => {
  const socket = await openSocket('/envs/toolbox/mcp')
  const call = { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'count' } }
  expect(await socket.ask(call)).toMatchObject({ id: 'a', result: { data: 1 } })
  expect(await socket.ask(call)).toMatchObject({ id: 'a', result: { data: 2 } })
  expect(await socket.ask('nope')).toMatchObject({ id: null, error: { code: -32700 } })
  expect(await socket.ask('[]')).toMatchObject({ id: null, error: { code: -32700 } })
  expect(await socket.ask(call)).toMatchObject({ result: { data: 3 } })
})

test('tools and frames alternate on one socket without waiting for each other', async () => {
  const sockets = await Promise.all(Array.from({ length: 64 }, () => openSocket('/envs/toolbox/ws')))
  await Promise.all(
    sockets.map(async (socket) => {
      for (let i = 1; i <= 5; i++) {
        expect((await socket.step({ tool_name: 'count' })).data.observation).toMatchObject({ result: { data: i } })
        expect(await socket.ask({ type: 'mcp', data: { jsonrpc: '2.0', id: i, method: 'tools/list' } })).toMatchObject({ data: { id: i } })
      }
    }),
  )
})

test('a key names the session for HTTP calls and sockets alike, and closing it keeps the episode', async () => {
  const named = openRpc('/envs/toolbox/s/mine')
  const id = await named.create()
  expect((await named.call(id, 'count')).result.data).toBe(1)
  const socket = await openSocket(`/envs/toolbox/s/mine/ws?session_id=${id}`)
  expect((await socket.state()).data).toMatchObject({ count: 1 })
  expect((await named.call(undefined, 'count')).result.data).toBe(2)
  socket.close()
  await socket.closed
  expect((await named.close(id)).result).toEqual({ session_id: id, closed: true })
  expect((await named.call(undefined, 'count')).result.data).toBe(3)
  expect((await named.call(await toolbox.create(), 'count')).error?.code).toBe(-32602)
})

test('200 rounds of open, attach, call and close leave no session behind', { timeout: 180_000 }, async () => {
  const before = new Set((await listDurableObjectIds(env.SESSIONS)).map(String))
  async function playRounds(): Promise<void> {
    for (let i = 0; i < 10; i++) {
      const id = await toolbox.create()
      const socket = await openSocket(`/envs/toolbox/ws?session_id=${id}`)
      expect((await toolbox.call(id, 'count')).result.data).toBe(1)
      socket.close()
      await socket.closed
      expect((await toolbox.close(id)).result).toEqual({ session_id: id, closed: true })
    }
  }
  await Promise.all(Array.from({ length: 20 }, playRounds))
  const made = (await listDurableObjectIds(env.SESSIONS)).map(String).filter((id) => !before.has(id))
  expect(await Promise.all(made.map(rowsOf))).toEqual(made.map(() => 0))
})
