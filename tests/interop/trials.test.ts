import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRaw } from './raw-client.ts'
import { type Relay, startRelay } from './relay.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { type StockClients, startStockClients } from './stock-client.ts'

/** Rows of what OpenEnv's users met, tried on the newest client and on the one that verifiers pulls in. */
let runtime: Runtime
let trials: Runtime
let newest: StockClients
let older: StockClients
beforeAll(async () => {
  const file = join(import.meta.dirname, 'fixtures/trials.ts')
  const starting = [startRuntime(), startRuntime({ file }), startStockClients('0.10.0'), startStockClients('0.4.1')] as const
  ;[runtime, trials, newest, older] = await Promise.all(starting)
}, 120_000)
afterAll(async () => {
  await Promise.all([newest[Symbol.asyncDispose](), older[Symbol.asyncDispose](), runtime.stop(), trials.stop()])
})

const right = { action: 'RIGHT' }

describe('the far end drops the socket between two steps (B01)', () => {
  let relay: Relay
  beforeAll(async () => {
    relay = await startRelay(runtime.url)
  })
  afterAll(() => relay[Symbol.asyncDispose]())

  test('0.10.0 reconnects by itself and its next step continues the episode', async () => {
    const env = newest.open(`${relay.url}/envs/grid_world/s/dropped`)
    await env.reset()
    for (let step = 0; step < 2; step++) await env.step(right)
    relay.cut()
    expect((await env.step(right)).observation).toMatchObject({ x: 0, y: 3 })
    expect(await env.state()).toMatchObject({ step_count: 3 })
    await env.close()
  })

  test('0.4.1 keeps its dead socket; a new client object continues the episode', async () => {
    const url = `${relay.url}/envs/grid_world/s/dropped-older`
    const env = older.open(url)
    await env.reset()
    for (let step = 0; step < 2; step++) await env.step(right)
    relay.cut()
    await expect(env.step(right)).rejects.toThrow('ConnectionClosedError')
    await expect(env.step(right)).rejects.toThrow('ConnectionClosedError')
    const renewed = older.open(url)
    expect((await renewed.step(right)).observation).toMatchObject({ x: 0, y: 3 })
    expect(await renewed.state()).toMatchObject({ step_count: 3 })
    await renewed.close()
  })
})

test('the runtime is restarted between two steps: a named session continues, one without a name says to reset first (B02)', {
  timeout: 120_000,
}, async () => {
  const named = newest.open(`${runtime.url}/envs/grid_world/s/restarted`)
  const unnamed = newest.open(`${runtime.url}/envs/grid_world`)
  for (const env of [named, unnamed]) {
    await env.reset()
    for (let step = 0; step < 3; step++) await env.step(right)
  }
  await runtime.kill()
  await runtime.restart()
  expect((await named.step(right)).observation).toMatchObject({ x: 0, y: 4 })
  expect(await named.state()).toMatchObject({ step_count: 4 })
  await expect(unnamed.step(right)).rejects.toThrow(/reset.*\/s\/<key>.*EXECUTION_ERROR/s)
  expect((await unnamed.reset()).observation).toMatchObject({ x: 0, y: 0 })
  await Promise.all([named.close(), unnamed.close()])
})

test('a step that timed out is applied once, and its late answer is not taken for the next one (B03)', async () => {
  const env = newest.open(`${trials.url}/envs/slow/s/late`, { message_timeout_s: 2 })
  await env.reset()
  await expect(env.step({ note: 'A', wait_ms: 3_000 })).rejects.toThrow('TimeoutError')
  expect((await env.step({ note: 'B' })).observation).toEqual({ metadata: {}, notes: ['A', 'B'] })
  expect(await env.state()).toMatchObject({ step_count: 2, notes: ['A', 'B'] })
  await env.close()
})

test('two clients on one key take turns: within two steps one of them has an error, and one writer is left', async () => {
  const url = `${runtime.url}/envs/grid_world/s/contested`
  const clients = [newest.open(url), newest.open(url)]
  const [first, second] = clients
  await first?.reset()
  const failures: string[] = []
  for (let step = 0; step < 2; step++) {
    for (const env of [second, first]) await env?.step(right).catch((error: Error) => failures.push(error.message))
  }
  expect(failures.length).toBeGreaterThan(0)
  for (const failure of failures) expect(failure).toContain('SESSION_TAKEN')
  const states = await Promise.allSettled(clients.map((env) => env.state()))
  expect(states.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(states).toContainEqual({ status: 'fulfilled', value: expect.objectContaining({ step_count: 4 - failures.length }) })
})

test.for([
  ['a trailing slash', '/envs/grid_world/'],
  ['the name with a dash', '/envs/grid-world'],
  ['the name with _env', '/envs/grid_world_env'],
  ['/ws at the end', '/envs/grid_world/ws'],
  ['options and a key', '/envs/grid_world/o/durability=step,region=weur/s/forms'],
  ['a query', '/envs/grid_world?token=x'],
  ['a query after a slash', '/envs/grid_world/?token=x&run=7'],
  ['the root', ''],
])('every form of base_url serves: %s (B51)', async ([, path]) => {
  const { host } = new URL(runtime.url)
  const action = path === '' ? { message: 'RIGHT' } : right
  for (const origin of [`http://${host}`, `ws://${host}`, host, `http://user:pass@${host}`]) {
    for (const stock of [newest, older]) {
      const env = stock.open(`${origin}${path}`)
      await env.reset()
      await env.step(action)
      expect(await env.state(), `${origin}${path}`).toMatchObject({ step_count: 1 })
      await env.close()
    }
  }
  const [before = '', query] = `${runtime.url}${path}`.split('?')
  const health = await fetch(`${before.replace(/\/(ws)?$/, '')}/health${query ? `?${query}` : ''}`)
  expect(await health.json()).toEqual({ status: 'healthy' })
})

test('a socket that says only close, or nothing, starts no environment (B29)', async () => {
  const before = await counts()
  const silent = await Promise.all(Array.from({ length: 20 }, () => openRaw(`${trials.url}/envs/slow`)))
  for (const socket of silent.slice(10)) socket.send('{"type":"close"}')
  expect(await Promise.all(silent.map((socket, index) => (index < 10 ? socket.close() : socket.closed)))).toEqual(Array(20).fill(1000))
  expect(silent.flatMap(({ unread }) => unread)).toEqual([])
  expect((await counts()).resets).toBe(before.resets)
})

test('/health answers without waking a session (B59)', async () => {
  const before = await counts()
  const took: number[] = []
  for (let request = 0; request < 200; request++) {
    const from = performance.now()
    const response = await fetch(`${trials.url}/envs/slow/s/health-${request}/health`)
    took.push(performance.now() - from)
    expect(await response.json()).toEqual({ status: 'healthy' })
  }
  expect((await counts()).constructed).toBe(before.constructed)
  console.log(JSON.stringify({ health_p99_ms: took.sort((a, b) => a - b)[197] }))
})

async function counts(): Promise<{ constructed: number; resets: number }> {
  return (await fetch(`${trials.url}/counts`)).json() as Promise<{ constructed: number; resets: number }>
}

test('no line of the logs reports an error', () => {
  expect([...runtime.errorLines(), ...trials.errorLines()]).toEqual([])
})
