import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT_VERSIONS } from '../../scripts/prepare-python.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { startStockClients } from './stock-client.ts'

const IDLE_MS = Number(process.env.INTEROP_IDLE_MS ?? 60_000)
const STEP_MS = Number(process.env.INTEROP_STEP_MS ?? 30_000)

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime({ file: join(import.meta.dirname, 'fixtures/trials.ts') })
})
afterAll(() => runtime.stop())

/** 0.2.3 has no setting for its pings: every 20 s, and 20 s to answer. */
const pings = { '0.10.0': true, '0.6.0': true, '0.4.1': true, '0.2.3': false }

describe.concurrent('a client that pings every second, and gives up a second later', () => {
  test.for(CLIENT_VERSIONS)(
    `keeps its socket over ${IDLE_MS} ms of hibernation and a step of ${STEP_MS} ms: %s (B25)`,
    {
      timeout: IDLE_MS + STEP_MS + 60_000,
    },
    async (version, { expect }) => {
      await using clients = await startStockClients(version)
      const options = pings[version] ? { websocket_ping_interval_s: 1, websocket_ping_timeout_s: 1 } : {}
      const idle = clients.open(`${runtime.url}/envs/slow`, options)
      const busy = clients.open(`${runtime.url}/envs/slow`, options)
      await Promise.all([idle.reset(), busy.reset()])
      await idle.step({ note: 'before' })
      const long = busy.step({ note: 'long', wait_ms: STEP_MS })
      await setTimeout(IDLE_MS)
      expect((await long).observation).toMatchObject({ notes: ['long'] })
      expect((await idle.step({ note: 'after' })).observation).toMatchObject({ notes: ['before', 'after'] })
    },
  )

  /** A socket keeps at most 16 kB of an episode; beyond that it is in rows, or keeps its object awake. */
  test('waits as long in an unnamed episode too large for its socket, and has its state', { timeout: IDLE_MS + 60_000 }, async ({
    expect,
  }) => {
    await using clients = await startStockClients('0.10.0')
    const session = clients.open(`${runtime.url}/envs/slow`)
    await session.reset()
    const notes = Array.from({ length: 3 }, (_, index) => `${index}${'é'.repeat(20_000)}`)
    for (const note of notes) await session.step({ note })
    await setTimeout(IDLE_MS)
    expect((await session.step({ note: 'after' })).observation).toMatchObject({ notes: [...notes, 'after'] })
  })
})

test('no line of the log reports an error', () => {
  expect(runtime.errorLines()).toEqual([])
})
