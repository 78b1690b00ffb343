import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boxLibrary } from '../../environments/index.ts'
import { runPython } from './python.ts'
import { openRaw } from './raw-client.ts'
import { type Runtime, startRuntime } from './runtime.ts'

const SEED = 46

let runtime: Runtime
let trials: Runtime
beforeAll(async () => {
  runtime = await startRuntime()
  trials = await startRuntime({ file: join(import.meta.dirname, 'fixtures/trials.ts'), memory: true })
})
afterAll(async () => {
  await Promise.all([runtime.stop(), trials.stop()])
})

test.for(['0.10.0', '0.4.1'] as const)(
  '64 sync clients of openenv %s, driven from 16 threads, play 20 episodes each without cross-talk (B27)',
  {
    timeout: 240_000,
  },
  async (version) => {
    expect(await runPython(version, 'threads.py', [runtime.url, 64, 16, 20, SEED])).toEqual([{ episodes: 1280 }])
  },
)

test('faults in 5 % of the steps of 500 sessions all raise, and no turn is made up (B46)', { timeout: 240_000 }, async () => {
  const [counts] = (await runPython('0.10.0', 'faults.py', [trials.url, 500, 20, SEED])) as { injected: number; raised: number }[]
  expect(counts).toMatchObject({ raised: counts?.injected, answered: 10_000 - Number(counts?.injected) })
  expect(counts?.injected).toBeGreaterThan(400)
})

test('500 clients that connect, reset and close leave no error in the log (B30)', { timeout: 120_000 }, async () => {
  for (let client = 0; client < 500; client++) {
    const socket = await openRaw(`${runtime.url}/envs/connect4`)
    expect(await socket.ask('{"type":"reset"}')).toContain('"observation"')
    if (client % 3 === 0) socket.send('{"type":"close"}')
    else if (client % 3 === 1) await socket.close()
    else socket.terminate()
    await socket.closed
  }
  expect(runtime.errorLines()).toEqual([])
})

test.for(['echo_legacy', 'grid_world', 'connect4', '2048'])(
  '100 episodes of %s with one seed start the same, byte by byte, as new episodes (B33)',
  async (name) => {
    const socket = await openRaw(`${runtime.url}/envs/${name}`)
    const first = new Set<string>()
    const ids = new Set<string>()
    for (let episode = 0; episode < 100; episode++) {
      first.add(await socket.ask('{"type":"reset","data":{"seed":33}}'))
      const { data } = JSON.parse(await socket.ask('{"type":"state"}')) as { data: { episode_id: string; step_count: number } }
      expect(data.step_count).toBe(0)
      ids.add(data.episode_id)
      await socket.ask('{"type":"step","data":{"column":3}}')
    }
    await socket.close()
    expect(first.size).toBe(1)
    expect(ids.size).toBe(100)
  },
)

test('every bundled environment that needs no container admits 64 clients at once, by its defaults (B06)', {
  timeout: 240_000,
}, async () => {
  const environments = (await (await fetch(`${runtime.url}/envs`)).json()) as { name: string; examples: unknown[] }[]
  // Those that run in a container wait in line for one (tests/containers/faults.test.ts).
  const heavy = new Set(boxLibrary.map(({ name }) => name))
  for (const { name, examples } of environments.filter((environment) => !heavy.has(environment.name))) {
    const sockets = await Promise.all(Array.from({ length: 64 }, () => openRaw(`${runtime.url}/envs/${name}`)))
    for (const frame of [{ type: 'reset' }, { type: 'step', data: examples[0] }]) {
      const answers = await Promise.all(sockets.map((socket) => socket.ask(JSON.stringify(frame))))
      const types = new Set(answers.map((answer) => (JSON.parse(answer) as { type: string }).type))
      expect({ name, types }).toEqual({ name, types: new Set(['observation']) })
    }
    await Promise.all(sockets.map((socket) => socket.close()))
  }
})

test('members of a group start from the same state, also after a restart; without a seed they differ (B63)', {
  timeout: 120_000,
}, async () => {
  const start = async (reset: string) => {
    const socket = await openRaw(`${runtime.url}/envs/2048`)
    const frame = await socket.ask(reset)
    await socket.close()
    return frame
  }
  const seeded = '{"type":"reset","data":{"seed":42}}'
  const group = new Set(await Promise.all(Array.from({ length: 8 }, () => start(seeded))))
  await runtime.kill()
  await runtime.restart()
  for (let member = 8; member < 16; member++) group.add(await start(seeded))
  expect(group.size).toBe(1)
  const free = await Promise.all(Array.from({ length: 16 }, () => start('{"type":"reset"}')))
  expect(new Set(free).size).toBeGreaterThan(1)
})

test('no line of the logs reports an error', () => {
  expect([...runtime.errorLines(), ...trials.errorLines()]).toEqual([])
})
