import { afterAll, beforeAll, expect, test } from 'vitest'
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
  { timeout: 180_000 },
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

test('no line of the logs reports an error', () => {
  for (const mode of MODES) expect(runtimes[mode].errorLines()).toEqual([])
})
