import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT_VERSIONS } from '../../scripts/prepare-python.ts'
import { startRelay } from './relay.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { type StockClients, startStockClients } from './stock-client.ts'

/** What each version does by itself: the table of docs/clients.md. */
const ABILITIES = {
  '0.10.0': { reconnects: true, dropsLateAnswers: true, hasMetadata: true, sendsHeaders: true },
  '0.6.0': { reconnects: true, dropsLateAnswers: true, hasMetadata: true, sendsHeaders: false },
  '0.4.1': { reconnects: false, dropsLateAnswers: false, hasMetadata: true, sendsHeaders: false },
  '0.2.3': { reconnects: false, dropsLateAnswers: false, hasMetadata: false, sendsHeaders: false },
} as const

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime({ file: join(import.meta.dirname, 'fixtures/trials.ts') })
})
afterAll(() => runtime.stop())

/** B54. */
describe.for(CLIENT_VERSIONS)('openenv %s', (version) => {
  const can = ABILITIES[version]
  const url = () => `${runtime.url}/envs/slow/s/${version}`
  let clients: StockClients
  beforeAll(async () => {
    clients = await startStockClients(version)
  }, 120_000)
  afterAll(() => clients[Symbol.asyncDispose]())

  test(can.reconnects ? 'reconnects after its socket was cut' : 'needs a new client object after its socket was cut', async () => {
    await using relay = await startRelay(runtime.url)
    const base = `${relay.url}/envs/slow/s/cut-${version}`
    const env = clients.open(base)
    await env.reset()
    await env.step({ note: 'before' })
    relay.cut()
    const next = env.step({ note: 'after' })
    if (!can.reconnects) await expect(next).rejects.toThrow('ConnectionClosed')
    const { observation } = can.reconnects ? await next : await clients.open(base).step({ note: 'after' })
    expect(observation).toEqual({ metadata: {}, notes: ['before', 'after'] })
  })

  test(can.dropsLateAnswers ? 'never takes a late answer for another' : 'takes a late answer for that of its next call', async () => {
    const env = clients.open(`${url()}-late`, { message_timeout_s: 2 })
    await env.reset()
    await expect(env.step({ note: 'A', wait_ms: 3_000 })).rejects.toThrow('TimeoutError')
    const { observation } = await env.step({ note: 'B' })
    expect(observation).toMatchObject({ notes: can.dropsLateAnswers ? ['A', 'B'] : ['A'] })
    const fresh = clients.open(`${url()}-late`)
    expect(await fresh.state()).toMatchObject({ step_count: 2, notes: ['A', 'B'] })
  })

  test(`${can.hasMetadata ? 'has' : 'has no'} metadata beside the observation`, async () => {
    const env = clients.open(url())
    expect(Object.hasOwn(await env.reset(), 'metadata')).toBe(can.hasMetadata)
    await env.close()
  })

  test(`${can.sendsHeaders ? 'takes' : 'does not know'} headers; all take a token in the path and a name before the host`, async () => {
    const headed = clients.open(url(), { headers: { Authorization: 'Bearer x' } })
    if (can.sendsHeaders) await headed.reset()
    else await expect(headed.reset()).rejects.toThrow()
    await headed.close().catch(() => {})
    for (const base of [`${runtime.url}/t/token/envs/slow`, `${runtime.url.replace('//', '//user:secret@')}/envs/slow`]) {
      const env = clients.open(base)
      expect((await env.reset()).observation).toMatchObject({ notes: [] })
      await env.close()
    }
  })
})

test('no line of the log reports an error', () => {
  expect(runtime.errorLines()).toEqual([])
})
