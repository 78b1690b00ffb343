import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { startOwnPlayer, unbroken } from './own-player.ts'
import { runPython } from './python.ts'
import { createRandom } from './random.ts'
import { startRelay } from './relay.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { startSurvivors } from './survivors.ts'

const CUTS = Number(process.env.INTEROP_CUTS ?? 50)
/** A cut falls at a random moment of so much play. */
const PLAY_MS = 100

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime()
})
afterAll(() => runtime.stop())

test(`${CUTS} times every socket is cut, some between a request and its answer: nobody loses a step or has one applied twice`, {
  timeout: 300_000,
}, async () => {
  const random = createRandom()
  onTestFailed(() => console.log(`INTEROP_SEED=${random.seed}`))
  await using relay = await startRelay(runtime.url)
  const base = `${relay.url}/envs/connect4`
  const urls = [`${base}/s/newest`, `${base}/o/durability=checkpoint/s/checkpoint`]
  const stock = startSurvivors('0.10.0', 'reconnects', random.seed, urls)
  const older = startSurvivors('0.4.1', 'renews', random.seed, [`${base}/s/older`])
  const own = await startOwnPlayer(`${base}/s/own`, createRandom(random.seed + 1))
  const allAnswered = () => Promise.all([own.nextAnswer(), stock.answered(), older.answered()])

  for (let cut = 0; cut < CUTS; cut++) {
    await allAnswered()
    await setTimeout(random.next() * PLAY_MS)
    if (random.next() < 0.5) relay.cut()
    else relay.cutBeforeAnswer()
  }
  await allAnswered()

  const reports = [...(await stock.end()), ...(await older.end())]
  expect(reports).toMatchObject(Array.from({ length: 3 }, () => ({ fault: null, rolled_back: 0 })))
  const played = await own.end()
  expect(played).toEqual(await unbroken(`${runtime.url}/envs/connect4`, played.columns))
  console.log(JSON.stringify({ cuts: CUTS, reports, own: played.columns.length }))
})

test.for(['0.10.0', '0.4.1', '0.2.3'] as const)(
  `${CUTS} clients of openenv %s are killed one after another, each goes on where the last was`,
  {
    timeout: 180_000,
  },
  async (version) => {
    const { seed } = createRandom()
    onTestFailed(() => console.log(`INTEROP_SEED=${seed}`))
    const url = `${runtime.url}/envs/connect4/s/killed-${version}`
    expect(await runPython(version, 'killed_clients.py', [url, CUTS, seed])).toEqual([{ kills: CUTS, steps: expect.any(Number) }])
  },
)

test('no line of the log reports an error', () => {
  expect(runtime.errorLines()).toEqual([])
})
