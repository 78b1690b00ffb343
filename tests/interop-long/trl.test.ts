import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ClientVersion, pythonOf } from '../../scripts/prepare-python.ts'
import { memoryMb } from '../interop/memory.ts'
import { openRaw } from '../interop/raw-client.ts'
import { type Runtime, startRuntime } from '../interop/runtime.ts'

const CLIENTS = 64
const BATCHES = Number(process.env.INTEROP_BATCHES ?? 8)
const TURNS = 6
const GENERATING_S = 0.2
/** Longer than a session takes to hibernate. */
const LEARNING_S = 12
const SEED = 64

let runtime: Runtime
beforeEach(async () => {
  // As many places as clients: a session that is left behind keeps the next client out.
  runtime = await startRuntime({ variables: { OPENENV_MAX_SESSIONS: String(CLIENTS) } })
})
afterEach(() => runtime.stop())

test.for(['0.10.0', '0.4.1'] as const)(
  `TRL's load with openenv %s: ${CLIENTS} sync clients over ${BATCHES} batches are all right in each, and all reaped when the trainer is killed`,
  { timeout: 900_000 },
  async (version) => {
    const before = memoryMb(runtime.group)
    const trainer = startTrainer(version)
    const batches: unknown[] = []
    for await (const line of createInterface(trainer.child.stdout)) {
      batches.push(JSON.parse(line))
      if (batches.length === BATCHES) break
    }
    expect(batches, await trainer.complaints(batches.length < BATCHES)).toEqual(
      Array.from({ length: BATCHES }, (_, batch) => ({ batch, right: CLIENTS })),
    )
    expect(await sessions()).toHaveLength(CLIENTS)
    const during = memoryMb(runtime.group)

    trainer.child.kill('SIGKILL')
    await once(trainer.child, 'exit')
    await vi.waitFor(async () => expect(await sessions()).toEqual([]), { timeout: 60_000, interval: 200 })
    const next = await Promise.all(Array.from({ length: CLIENTS }, () => openRaw(`${runtime.url}/envs/grid_world`)))
    for (const socket of next) expect(await socket.ask('{"type":"reset"}')).toContain('"observation"')
    await Promise.all(next.map((socket) => socket.close()))
    console.log(JSON.stringify({ version, batches: batches.length, memory_mb: { before, during } }))
    expect(runtime.errorLines()).toEqual([])
  },
)

function startTrainer(version: ClientVersion) {
  const script = join(import.meta.dirname, '../interop/python/trl_load.py')
  const load = [CLIENTS, BATCHES, TURNS, GENERATING_S, LEARNING_S, SEED].map(String)
  const child = spawn(pythonOf(version), [script, `${runtime.url}/envs/grid_world`, ...load], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' },
  })
  const errors = text(child.stderr)
  return { child, complaints: async (hasEnded: boolean) => (hasEnded ? errors : '') }
}

/** What the deployment tells of the sessions that have not ended. */
async function sessions(): Promise<readonly unknown[]> {
  const answer = (await (await fetch(`${runtime.url}/envs/grid_world/sessions`)).json()) as { sessions: unknown[] }
  return answer.sessions
}
