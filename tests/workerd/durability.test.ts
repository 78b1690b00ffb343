import {
  abortAllDurableObjects,
  evictAllDurableObjects,
  evictDurableObject,
  listDurableObjectIds,
  runInDurableObject,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { ledger, ledgerThree, ledgerTwo } from './fixtures.ts'
import { openSocket } from './socket.ts'
import { boots, served } from './worker.ts'

const original = served.environments

afterEach(() => {
  served.environments = original
})

/** Total after each step of a fixed walk, with whatever `between` does between two of them. */
async function walk(path: string, between: () => Promise<unknown>, padding = 0): Promise<unknown[]> {
  const socket = await openSocket(path)
  const seen = [(await socket.reset({ seed: 7 })).data.observation]
  for (let add = 1; add <= 70; add++) {
    await between()
    seen.push((await socket.step({ add, padding })).data.observation)
  }
  expect((await socket.state()).data).toMatchObject({ step_count: 70 })
  socket.close()
  return seen
}

async function rowsWritten(path: string): Promise<number> {
  const before = (await listDurableObjectIds(env.SESSIONS)).map(String)
  const socket = await openSocket(path)
  await socket.reset()
  for (let add = 1; add <= 5; add++) await socket.step({ add })
  const [id] = (await listDurableObjectIds(env.SESSIONS)).filter((known) => !before.includes(String(known)))
  const rows = id === undefined ? 0 : await runInDurableObject(env.SESSIONS.get(id), (_, { storage }) => [...storage.kv.list()].length)
  socket.close()
  return rows
}

/** Evicts one object, as soon as the second that a checkpoint waits for is over: until then a timer holds it. */
async function evict(name: string): Promise<void> {
  await vi.waitFor(() => evictDurableObject(env.SESSIONS.get(env.SESSIONS.idFromName(name))), { timeout: 20_000, interval: 200 })
}

const NOTHING = async () => {}

for (const path of ['/envs/ledger/ws', '/envs/ledger/s/evicted/ws', '/envs/ledger/o/durability=checkpoint/s/evicted-2/ws']) {
  for (const padding of [0, 400]) {
    test(`eviction between every two steps changes nothing on ${path}, ${padding} characters a step`, async () => {
      const unbroken = await walk(
        path.replace(/evicted|paced/, (key) => `${key}-whole-${padding}`),
        NOTHING,
        padding,
      )
      const before = boots.count
      const evicted = await walk(
        path.replace(/evicted|paced/, (key) => `${key}-${padding}`),
        evictAllDurableObjects,
        padding,
      )
      expect(evicted).toEqual(unbroken)
      expect(boots.count - before).toBeGreaterThanOrEqual(70)
    })
  }
}

test('a named session survives the loss of its object: the next socket goes on', async () => {
  for (const padding of [0, 500]) {
    const path = `/envs/ledger/s/aborted-${padding}/ws`
    const first = await openSocket(path)
    await first.reset({ seed: 1 })
    for (let add = 1; add <= 30; add++) await first.step({ add, padding })
    await abortAllDurableObjects()
    const second = await openSocket(path)
    expect((await second.step({ add: 1 })).data.observation).toMatchObject({ total: 466 })
    expect((await second.state()).data).toMatchObject({ step_count: 31 })
    second.close()
  }
})

test('checkpoint says EPISODE_ROLLED_BACK first after a crash that lost steps, then goes on from there', async () => {
  const path = '/envs/ledger/o/durability=checkpoint/s/crashed/ws'
  const first = await openSocket(path)
  await first.reset()
  for (let add = 1; add <= 20; add++) await first.step({ add })
  await abortAllDurableObjects()
  const second = await openSocket(path)
  const { data } = await second.step({ add: 1 })
  expect(data).toMatchObject({ code: 'EPISODE_ROLLED_BACK', step_count: expect.any(Number) })
  const count = Number(Reflect.get(data, 'step_count'))
  expect(count).toBeLessThan(20)
  expect((await second.state()).data).toMatchObject({ step_count: count })
  expect((await second.step({ add: 1 })).type).toBe('observation')
})

test('without durability an eviction ends the episode with an error, and an older one never comes back', async () => {
  const kept = await openSocket('/envs/ledger/s/forgetful/ws')
  await kept.reset()
  await kept.step({ add: 1 })
  kept.close()
  await kept.closed
  const socket = await openSocket('/envs/ledger/o/durability=none/s/forgetful/ws')
  await socket.step({ add: 1 })
  await evict('ledger/forgetful')
  expect((await socket.step({ add: 1 })).data).toMatchObject({
    code: 'EPISODE_ROLLED_BACK',
    message: expect.stringContaining('reset first'),
  })
})

test('a socket that takes over before the session is awake has what was kept with the other', async () => {
  const path = '/envs/ledger/o/durability=checkpoint/s/inherited/ws'
  const first = await openSocket(path)
  await first.reset()
  for (let add = 1; add <= 5; add++) await first.step({ add })
  await evict('ledger/inherited')
  const second = await openSocket(path)
  expect((await second.step({ add: 1 })).data.observation).toMatchObject({ total: 16 })
})

test('a small session without a name writes no row', async () => {
  expect(await rowsWritten('/envs/ledger/ws')).toBe(0)
  expect(await rowsWritten('/envs/ledger/s/small/ws')).toBe(1)
})

test('an unnamed session leaves no row behind, however large it was', async () => {
  const before = (await listDurableObjectIds(env.SESSIONS)).map(String)
  const socket = await openSocket('/envs/ledger/ws')
  await socket.reset()
  await socket.step({ add: 1, padding: 100_000 })
  await evictAllDurableObjects()
  expect((await socket.step({ add: 1 })).data.observation).toMatchObject({ total: 2 })
  socket.close()
  await socket.closed
  for (const id of await listDurableObjectIds(env.SESSIONS)) {
    if (before.includes(String(id))) continue
    const rows = await runInDurableObject(env.SESSIONS.get(id), (_, { storage }) => [...storage.kv.list()].length)
    expect(rows).toBe(0)
  }
})

test('an episode of several megabytes survives', async () => {
  const path = '/envs/ledger/s/huge/ws'
  const first = await openSocket(path)
  await first.reset()
  await first.step({ add: 1, padding: 5_000_000 })
  await abortAllDurableObjects()
  const second = await openSocket(path)
  expect((await second.step({ add: 1 })).data.observation).toMatchObject({ total: 2 })
})

test('a step that throws leaves the episode as it was, even if it had changed the state', async () => {
  const socket = await openSocket('/envs/ledger/s/throwing/ws')
  await socket.reset()
  await socket.step({ add: 5 })
  expect((await socket.step({ add: 3, throws: true })).data).toMatchObject({ code: 'EXECUTION_ERROR', message: 'planted' })
  expect((await socket.step({ add: 1 })).data.observation).toMatchObject({ total: 6 })
})

test('a repeated request gets the stored answer, also from a new object', async () => {
  for (const padding of [0, 20_000]) {
    const path = `/envs/ledger/s/once-${padding}/ws`
    const first = await openSocket(path)
    await first.ask({ type: 'reset', data: {}, request_id: 'r' })
    const answer = await first.ask({ type: 'step', data: { add: 1, padding }, request_id: 'a' })
    await abortAllDurableObjects()
    const second = await openSocket(path)
    expect(await second.ask({ type: 'step', data: { add: 1, padding }, request_id: 'a' })).toEqual(answer)
    expect((await second.step({ add: 1 })).data.observation).toMatchObject({ total: 2 })
  }
})

test('a repeated request gets the same bytes from what was kept with the socket, an integer reward included', async () => {
  const socket = await openSocket('/envs/connect4/o/durability=checkpoint/s/kept-answer/ws')
  await socket.reset()
  const frame = { type: 'step', data: { column: 9 }, request_id: 'illegal' }
  const answer = await socket.askText(frame)
  expect(answer).toContain('"reward":-1,')
  await evict('connect4/kept-answer')
  expect(await socket.askText(frame)).toBe(answer)
})

test('an episode of another version is refused unless migrate takes it; a reset starts anew', async () => {
  const path = '/envs/ledger/s/versions/ws'
  const first = await openSocket(path)
  await first.reset()
  await first.step({ add: 4 })
  await abortAllDurableObjects()
  served.environments = [ledgerTwo]
  const second = await openSocket(path)
  for (const ask of [() => second.step({ add: 1 }), () => second.state()]) {
    expect((await ask()).data).toMatchObject({ code: 'VERSION_MISMATCH', expected: '2', found: '1' })
  }
  await abortAllDurableObjects()
  served.environments = [ledgerThree]
  const third = await openSocket(path)
  expect((await third.step({ add: 1 })).data.observation).toMatchObject({ total: 5 })
  await abortAllDurableObjects()
  served.environments = [ledger]
  const fourth = await openSocket(path)
  expect((await fourth.state()).data).toMatchObject({ code: 'VERSION_MISMATCH', expected: '1', found: '3' })
  expect((await fourth.reset()).type).toBe('observation')
  expect((await fourth.step({ add: 2 })).data.observation).toMatchObject({ total: 2 })
})

test('frames of one session are answered in order, however slow the first', async () => {
  const socket = await openSocket('/envs/ledger/ws')
  await socket.reset()
  const answers = await Promise.all([socket.step({ add: 1, slow: true }), socket.ask('{bad'), socket.step({ add: 10 }), socket.state()])
  expect(answers.map(({ type, data }) => data.code ?? data.observation?.total ?? type)).toEqual([1, 'INVALID_JSON', 11, 'state'])
})
