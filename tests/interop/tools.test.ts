import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { CLIENT_VERSIONS } from '../../scripts/prepare-python.ts'
import { runPython } from './python.ts'
import { type Runtime, startRuntime } from './runtime.ts'

const ROUNDS = Number(process.env.INTEROP_TOOL_ROUNDS ?? 5)
const MODES = ['simulation', 'production'] as const

let runtimes: Record<(typeof MODES)[number], Runtime>
beforeAll(async () => {
  const [simulation, production] = await Promise.all([startRuntime(), startRuntime({ variables: { OPENENV_MODE: 'production' } })])
  runtimes = { simulation, production }
})
afterAll(() => Promise.all(Object.values(runtimes).map((runtime) => runtime.stop())))

test.for(CLIENT_VERSIONS.flatMap((version) => MODES.map((mode) => [version, mode] as const)))(
  'the tool client of openenv %s opens, lists, calls and closes in %s mode, by each way that it has',
  { timeout: 300_000 },
  async ([version, mode]) => {
    const ways = mode === 'simulation' ? 4 : 1
    const lines = await runPython(version, 'tool_clients.py', [`${runtimes[mode].url}/envs/echo`, ROUNDS, mode])
    expect(lines).toEqual(Array.from({ length: ways }, () => ({ rounds: ROUNDS })))
  },
)

test("FastMCP's client lists and calls, 8 at once, with the session's episode and with the key's", { timeout: 120_000 }, async () => {
  for (const path of ['/envs/echo/mcp', '/envs/echo/s/agent/mcp']) {
    expect(await runPython('0.10.0', 'fastmcp_client.py', [runtimes.simulation.url + path, 8])).toEqual([{ clients: 8 }])
  }
})

test.for(MODES)('openenv validate passes on every bundled environment in %s mode', { timeout: 120_000 }, async (mode) => {
  const lines = await runPython('0.10.0', 'validate.py', [runtimes[mode].url])
  expect(lines.length).toBeGreaterThan(10)
  expect(lines).toEqual(lines.map(() => ({ name: expect.any(String), passed: true, mode, failed: [] })))
})

test('a session of a tool client outlives a crash of the runtime, its episode too', { timeout: 120_000 }, async () => {
  const runtime = await startRuntime()
  try {
    const url = `${runtime.url}/envs/echo`
    const ask = async (method: string, params = {}) => {
      const response = await fetch(`${url}/mcp`, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
      return response.json()
    }
    const { session_id } = z.object({ result: z.object({ session_id: z.string() }) }).parse(await ask('openenv/session/create')).result
    expect(await exchange(`${url}/ws?session_id=${session_id}`, { type: 'reset', data: { episode_id: 'kept' } })).toMatchObject({
      type: 'observation',
    })
    await runtime.kill()
    await runtime.restart()
    expect(await exchange(`${url}/ws?session_id=${session_id}`, { type: 'state' })).toMatchObject({ data: { episode_id: 'kept' } })
    expect(await ask('openenv/session/close', { session_id })).toMatchObject({ result: { session_id } })
  } finally {
    await runtime.stop()
  }
})

test('no line of the logs reports an error', () => {
  for (const mode of MODES) expect(runtimes[mode].errorLines()).toEqual([])
})

/** The answer to one frame on a socket of its own. */
async function exchange(url: string, frame: object): Promise<unknown> {
  const socket = new WebSocket(url.replace('http', 'ws'))
  await once(socket, 'open')
  socket.send(JSON.stringify(frame))
  const [answer] = await once(socket, 'message')
  socket.close()
  await once(socket, 'close')
  return JSON.parse(String(answer))
}
