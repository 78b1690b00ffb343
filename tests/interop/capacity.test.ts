import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { runPython } from './python.ts'
import { openRaw } from './raw-client.ts'
import { type Runtime, startRuntime } from './runtime.ts'

const CAP = 16
const CLIENTS = 200
const VERSIONS = ['0.10.0', '0.4.1'] as const
/** How long each client plays. */
const PLAY_S = 0.5

const Outcome = z.union([
  z.object({ client: z.number(), came: z.number(), admitted: z.number() }),
  z.object({ client: z.number(), refused: z.string() }),
])
type Admitted = Exclude<z.output<typeof Outcome>, { refused: string }>

let runtime: Runtime
beforeAll(async () => {
  const variables = { OPENENV_MAX_SESSIONS: String(CAP) }
  runtime = await startRuntime({ file: join(import.meta.dirname, 'fixtures/trials.ts'), variables })
})
afterAll(() => runtime.stop())

async function crowd(version: (typeof VERSIONS)[number], path: string) {
  const lines = await runPython(version, 'crowd.py', [`${runtime.url}${path}`, CLIENTS, PLAY_S])
  const outcomes = z.array(Outcome).length(CLIENTS).parse(lines)
  const admitted = outcomes.filter((outcome): outcome is Admitted => 'admitted' in outcome)
  return { admitted, refused: outcomes.flatMap((outcome) => ('refused' in outcome ? [outcome.refused] : [])) }
}

/** Rejects a reset unless every place is free again. */
async function untilEmpty(): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: CAP }, () => openRaw(`${runtime.url}/envs/slow/o/wait=60s`)))
  const answers = await Promise.all(sockets.map((socket) => socket.ask('{"type":"reset"}')))
  await Promise.all(sockets.map((socket) => socket.close()))
  for (const answer of answers) expect(answer).toContain('"observation"')
}

test.for(VERSIONS)(
  `${CLIENTS} clients of openenv %s, ${CAP} places: every refusal reaches its user as CAPACITY_REACHED (B08)`,
  {
    timeout: 120_000,
  },
  async (version) => {
    const { admitted, refused } = await crowd(version, '/envs/slow')
    expect(admitted.length).toBeGreaterThanOrEqual(CAP)
    expect(refused.length).toBeGreaterThan(0)
    for (const text of refused)
      expect(text).toMatch(/^RuntimeError: Server error: Server at capacity: \d+\/16 .*\(code: CAPACITY_REACHED\)$/)
    console.log(JSON.stringify({ version, admitted: admitted.length, refused: refused.length }))
  },
)

test.for(VERSIONS)(
  `${CLIENTS} clients of openenv %s that wait in line for ${CAP} places all play, first come, first served (B09)`,
  {
    timeout: 180_000,
  },
  async (version) => {
    const { admitted, refused } = await crowd(version, '/envs/slow/o/wait=120s')
    expect(refused).toEqual([])
    const byArrival = admitted.toSorted((a, b) => a.came - b.came).map(({ client }) => client)
    const byAdmission = admitted.toSorted((a, b) => a.admitted - b.admitted).map(({ client }) => client)
    const slips = byAdmission.map((client, place) => Math.abs(byArrival.indexOf(client) - place))
    const seconds = Math.max(...admitted.map(({ admitted }) => admitted)) - Math.min(...admitted.map(({ came }) => came))
    console.log(JSON.stringify({ version, largest_slip: Math.max(...slips), seconds }))
    // No client is served three waves after its turn.
    expect(Math.max(...slips)).toBeLessThan(3 * CAP)
  },
)

test('sessions that are asked whether they live keep their places, however long another waits for one', { timeout: 90_000 }, async () => {
  await untilEmpty()
  const holders = await Promise.all(Array.from({ length: CAP }, () => openRaw(`${runtime.url}/envs/slow`)))
  await Promise.all(holders.map((socket) => socket.ask('{"type":"reset"}')))
  // Longer than a lease goes unasked (lease-book.ts).
  const waiting = await openRaw(`${runtime.url}/envs/slow/o/wait=13s`)
  expect(await waiting.ask('{"type":"reset"}')).toContain('CAPACITY_REACHED')
  for (const socket of holders) expect(await socket.ask('{"type":"state"}')).toContain('"state"')
  await Promise.all(holders.map((socket) => socket.close()))
})

test('clients that are killed leave no place taken (B39)', { timeout: 60_000 }, async () => {
  await untilEmpty()
  await expect(runPython('0.10.0', 'crowd.py', [`${runtime.url}/envs/slow`, CAP, 0, 'kill'])).rejects.toThrow('ended with')
  await untilEmpty()
})

test('a runtime that is killed, with every place taken, has them free when it is back (B05)', { timeout: 60_000 }, async () => {
  const sockets = await Promise.all(Array.from({ length: CAP }, () => openRaw(`${runtime.url}/envs/slow`)))
  await Promise.all(sockets.map((socket) => socket.ask('{"type":"reset"}')))
  await runtime.kill()
  await runtime.restart()
  await untilEmpty()
})

test('no line of the log reports an error', () => {
  expect(runtime.errorLines()).toEqual([])
})
