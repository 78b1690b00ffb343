import { evictAllDurableObjects, evictDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { openSocket, type TestSocket } from './socket.ts'

/** Evicts every object, as soon as no timer of a checkpoint holds one. */
async function evictAll(): Promise<void> {
  await vi.waitFor(() => evictAllDurableObjects(), { timeout: 20_000, interval: 200 })
}

function count(socket: TestSocket) {
  return socket.step({ type: 'call_tool', tool_name: 'count', arguments: {} })
}

for (const padding of [0, 9_000]) {
  test(`a session without a name that keeps each step goes on after an eviction, ${padding} characters a step`, async () => {
    const socket = await openSocket('/envs/ledger/o/durability=step/ws')
    await socket.reset()
    for (let add = 1; add <= 3; add++) await socket.step({ add, padding })
    await evictAll()
    expect((await socket.step({ add: 1 })).data.observation).toMatchObject({ total: 7 })
    socket.close()
  })
}

for (const path of ['/envs/toolbox/o/durability=none/ws', '/envs/toolbox/o/durability=none/s/forgotten/ws']) {
  test(`a call on an episode that was in memory only says that it is lost, before another starts: ${path}`, async () => {
    const socket = await openSocket(path)
    await count(socket)
    await count(socket)
    await evictAll()
    expect((await count(socket)).data).toMatchObject({
      code: 'EPISODE_ROLLED_BACK',
      step_count: 0,
      message: expect.stringContaining('reset first'),
    })
    expect((await count(socket)).data.observation).toMatchObject({ result: { data: 1 } })
    socket.close()
  })
}

test('what was kept with a socket before nothing was kept does not come back', async () => {
  const first = await openSocket('/envs/ledger/o/durability=checkpoint/s/kept-before/ws')
  await first.reset()
  await first.step({ add: 1 })
  const second = await openSocket('/envs/ledger/o/durability=none/s/kept-before/ws')
  await second.step({ add: 1 })
  await evictAll()
  expect((await second.step({ add: 1 })).data.code).toBe('EPISODE_ROLLED_BACK')
})

for (const padding of [0, 20_000]) {
  test(`a step whose client has gone changes nothing of the next client's episode, ${padding} characters a step`, async () => {
    const path = `/envs/ledger/o/durability=socket/s/left-${padding}/ws`
    const first = await openSocket(path)
    await first.reset()
    await first.step({ add: 100, padding })
    void first.step({ add: 100, padding, slow: true })
    first.close()
    await first.closed
    const second = await openSocket(path)
    await second.reset()
    await second.step({ add: 1 })
    const clock = await openSocket('/envs/ledger/ws')
    await clock.reset()
    await clock.step({ add: 1, slow: true })
    const stub = env.SESSIONS.get(env.SESSIONS.idFromName(`ledger/left-${padding}`))
    await vi.waitFor(() => evictDurableObject(stub), { timeout: 20_000, interval: 200 })
    expect((await second.step({ add: 1 })).data.observation).toMatchObject({ total: 2 })
    second.close()
  })
}

test('actions that caught what the world refused, or did not wait for it, are there after an eviction', async () => {
  const socket = await openSocket('/envs/caller/s/caught/ws')
  await socket.reset()
  for (const waits of [true, false, true]) await socket.step({ waits })
  await evictAll()
  expect((await socket.step({ waits: true })).data.observation).toMatchObject({ caught: 7 })
  socket.close()
})

test('numbered answers full of quotes are kept, however they are escaped', async () => {
  const socket = await openSocket('/envs/echo_legacy/o/durability=checkpoint/s/quotes/ws')
  await socket.ask({ type: 'reset', data: {}, request_id: 'r' })
  for (const length of [1_000, 1_250, 1_500, 1_800]) {
    const frame = { type: 'step', data: { message: '"'.repeat(length) }, request_id: `of-${length}` }
    const answer = await socket.ask(frame)
    expect(answer.type).toBe('observation')
    await evictAll()
    expect(await socket.ask(frame)).toEqual(answer)
  }
})

test('a client whose name would not fit beside an episode is told how to name itself', async () => {
  for (const name of ['x'.repeat(129), encodeURIComponent('日本')]) {
    const answer = await exports.default.fetch(`http://host/envs/ledger/o/client=${name}/ws`, { headers: { upgrade: 'websocket' } })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('1 to 128')
  }
})

test('an action and an answer larger than any row are kept', async () => {
  const path = '/envs/echo_legacy/s/larger-than-a-row/ws'
  const first = await openSocket(path)
  await first.reset()
  const message = 'x'.repeat(18_000_000)
  const frame = { type: 'step', data: { message }, request_id: 'large' }
  const answer = await first.askText(frame)
  expect(answer.slice(0, 100)).toContain('"observation"')
  await evictAll()
  expect((await first.askText(frame)) === answer).toBe(true)
  expect((await first.step({ message: 'after' })).type).toBe('observation')
  expect((await first.state()).data).toMatchObject({ step_count: 2 })
})
