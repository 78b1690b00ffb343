import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT_VERSIONS } from '../../scripts/prepare-python.ts'
import { runPython } from './python.ts'
import { type Runtime, startRuntime } from './runtime.ts'

const EPISODES = Number(process.env.INTEROP_EPISODES ?? 100)
const SEED = 20_261_129
const ENVIRONMENTS = ['echo_legacy', 'grid_world', 'connect4']
const CLIENTS = ['sync generic', 'async generic', 'sync typed', 'async typed']
const checkout = process.env.OPENENV_CHECKOUT

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime()
})
afterAll(() => runtime.stop())

test.for(CLIENT_VERSIONS)(
  `openenv %s plays ${EPISODES} episodes on each environment with each kind of client, every value right`,
  {
    timeout: 400_000,
  },
  async (version) => {
    const lines = await runPython(version, 'play_episodes.py', [runtime.url, EPISODES, SEED])
    const expected = ENVIRONMENTS.flatMap((environment) => CLIENTS.map((client) => ({ environment, client, fault: null })))
    expect(lines).toEqual(expected.map((line) => ({ ...line, calls: expect.any(Number) })))
  },
)

test.skipIf(checkout === undefined).for(CLIENT_VERSIONS)(
  "upstream's own connect4 client plays, with openenv %s",
  { timeout: 120_000 },
  async (version) => {
    const variables = { PYTHONPATH: join(String(checkout), 'envs') }
    expect(await runPython(version, 'upstream_clients.py', [runtime.url, 20, SEED], { variables })).toEqual([{ episodes: 20 }])
  },
)

test('no line of the log reports an error', () => {
  expect(runtime.errorLines()).toEqual([])
})
