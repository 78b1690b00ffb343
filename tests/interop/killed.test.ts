import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { startOwnPlayer, unbroken } from './own-player.ts'
import { createRandom } from './random.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { type Report, startSurvivors } from './survivors.ts'

const KILLS = Number(process.env.INTEROP_KILLS ?? 20)
/** A kill falls at a random moment of so much play. */
const PLAY_MS = 150

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime()
})
afterAll(() => runtime.stop())

test(`${KILLS} times the runtime is killed in the middle of episodes and started again: nobody loses a step or has one applied twice`, {
  timeout: 1_200_000,
}, async () => {
  const random = createRandom()
  onTestFailed(() => console.log(`INTEROP_SEED=${random.seed}`))
  const base = `${runtime.url}/envs/connect4`
  const stock = startSurvivors('0.10.0', 'reconnects', random.seed, [`${base}/s/newest`, `${base}/o/durability=checkpoint/s/checkpoint`])
  const older = startSurvivors('0.4.1', 'renews', random.seed, [`${base}/s/older`])
  const own = await startOwnPlayer(`${base}/s/own`, createRandom(random.seed + 1))
  const allAnswered = () => Promise.all([own.nextAnswer(), stock.answered(), older.answered()])

  for (let kill = 0; kill < KILLS; kill++) {
    await allAnswered()
    await setTimeout(random.next() * PLAY_MS)
    await runtime.kill()
    await runtime.restart()
  }
  await allAnswered()

  const reports = [...(await stock.end()), ...(await older.end())]
  expect(reports).toMatchObject([{ fault: null, rolled_back: 0 }, { fault: null }, { fault: null, rolled_back: 0 }])
  if (KILLS >= 20) expectEveryKind(reports.slice(0, 2))
  const played = await own.end()
  expect(played).toEqual(await unbroken(base, played.columns))
  console.log(JSON.stringify({ kills: KILLS, reports, own: played.columns.length }))
  expect(runtime.errorLines()).toEqual([])
})

/** Kills between steps and in the middle of them, and some that took unsaved steps from the session that risked it. */
function expectEveryKind(reports: readonly Report[]): void {
  const sum = (key: 'losses' | 'unanswered' | 'lost_steps') => reports.reduce((total, report) => total + report[key], 0)
  expect(sum('unanswered')).toBeGreaterThan(0)
  expect(sum('losses')).toBeGreaterThan(sum('unanswered'))
  expect(sum('lost_steps')).toBeGreaterThan(0)
}
