import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { runPython } from '../interop/python.ts'
import { type Runtime, startRuntime } from '../interop/runtime.ts'

const CLIENTS = 256
/** The runtime evicts an object without a request for ten seconds. */
const EVICTED_S = 20
const ROUNDS = Number(process.env.INTEROP_ROUNDS ?? 50)

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime({ file: join(import.meta.dirname, '../interop/fixtures/counted-tools.ts') })
})
afterAll(() => runtime.stop())

const Counts = z.object({ constructed: z.int(), server_errors: z.int() })

async function counts(): Promise<z.output<typeof Counts>> {
  return Counts.parse(await (await fetch(`${runtime.url}/counts`)).json())
}

test(`${CLIENTS} FastMCP clients at once initialise, list, call, and call again after their sessions were evicted, with no 5xx`, async () => {
  const before = await counts()
  const lines = await runPython('0.10.0', 'fastmcp_crowd.py', [`${runtime.url}/envs/toolbox/mcp`, CLIENTS, EVICTED_S])
  expect(lines).toEqual([{ called: CLIENTS }, { called: CLIENTS }])
  const after = await counts()
  expect(after.constructed - before.constructed).toBeGreaterThanOrEqual(2 * CLIENTS)
  expect(after.server_errors).toBe(0)
})

test(`${CLIENTS} clients of the TypeScript SDK do the same`, async () => {
  const before = await counts()
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new Client({ name: 'crowd', version: '1' })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${runtime.url}/envs/toolbox/mcp`)))
      return client
    }),
  )
  const count = () =>
    Promise.all(clients.map(async (client) => (await client.callTool({ name: 'count', arguments: {} })).structuredContent))
  const lists = await Promise.all(clients.map((client) => client.listTools()))
  for (const { tools } of lists) expect(tools.map(({ name }) => name)).toContain('count')
  expect(await count()).toEqual(clients.map(() => ({ result: 1 })))
  await setTimeout(EVICTED_S * 1000)
  expect(await count()).toEqual(clients.map(() => ({ result: 2 })))
  await Promise.all(clients.map((client) => client.close()))
  const after = await counts()
  expect(after.constructed - before.constructed).toBeGreaterThanOrEqual(2 * CLIENTS)
  expect(after.server_errors).toBe(0)
})

test.for(['0.10.0', '0.4.1'] as const)(
  `${ROUNDS} rounds of the tool client of openenv %s, opened, called and closed, leave no session`,
  async (version) => {
    const served = await startRuntime({ variables: { OPENENV_MODE: 'production' } })
    try {
      const url = `${served.url}/envs/echo`
      expect(await runPython(version, 'tool_clients.py', [url, ROUNDS, 'production'])).toEqual([{ rounds: ROUNDS }])
      const sessions = async () => (await fetch(`${url}/sessions`)).json()
      await vi.waitFor(async () => expect(await sessions()).toEqual({ sessions: [] }), { timeout: 60_000, interval: 200 })
      expect(served.errorLines()).toEqual([])
    } finally {
      await served.stop()
    }
  },
)

test('no line of the log reports an error', () => {
  expect(runtime.errorLines()).toEqual([])
})
