import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { costOf } from '../../cli/bench/cost.ts'
import { runCli, startServer, temporaryFolder } from './cli.ts'
import { COUNTER } from './counter.ts'

test('sessions are connected, reset and stepped, and the costs are those of what was counted', async () => {
  const { url } = await startServer(['serve', '--port', '0', '--memory'])
  const { code, stdout, stderr } = await runCli([
    'bench',
    `${url}/envs/grid_world`,
    '--sessions',
    '4',
    '--seconds',
    '1',
    '--named',
    '--json',
  ])
  expect([code, stderr]).toEqual([0, ''])
  const report = JSON.parse(stdout) as { step: { count: number }; reset: { count: number }; costOfMillionSteps: { rows: number } }
  expect(report).toMatchObject({ failures: 0, connect: { count: 4 } })
  expect(report.step.count).toBeGreaterThan(0)
  expect(report.costOfMillionSteps.rows).toBeCloseTo((report.step.count + report.reset.count) / report.step.count, 6)

  const table = await runCli(['bench', `${url}/envs/grid_world`, '--sessions', '2', '--seconds', '1'])
  expect(table.stdout).toMatch(
    /connect +2 .* ms\nreset +\d+ .* ms\nstep +\d+ .* ms\n\d+ steps\/s, 0 failures\na million steps on Cloudflare: \$/,
  )
})

// The worked examples of platform.md: a million steps in 10,000 episodes of 100, 5 ms each; and one with a row a step.
test('a million steps cost what the worked examples say', () => {
  const usage = { connections: 10_000, frames: 1_010_000, awakeMs: 5_000_000, rowsWritten: 0 }
  expect(costOf(usage)).toMatchObject({ duration: 0.008, rows: 0 })
  expect(costOf(usage).requests).toBeCloseTo(0.012, 3)
  expect(costOf(usage).total).toBeCloseTo(0.02, 3)
  expect(costOf({ ...usage, rowsWritten: 1_000_000 }).total).toBeCloseTo(1.02, 3)
})

// A thousand sessions for an hour, a step each two seconds, 5 ms each: $0.03, or $1.83 with a row a step.
test('a thousand sessions for an hour cost what the worked example says', () => {
  const usage = { connections: 1000, frames: 1_800_000, awakeMs: 9_000_000, rowsWritten: 0 }
  expect(costOf(usage).requests).toBeCloseTo(0.014, 3)
  expect(costOf(usage).duration).toBeCloseTo(0.014, 3)
  expect(costOf({ ...usage, rowsWritten: 1_800_000 }).total).toBeCloseTo(1.83, 2)
})

test('an environment that fails is reported by its first error, without a price', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'counter.ts'), COUNTER.replace(/step: .*/, 'step: () => { throw new Error("No fuel.") },'))
  const { url } = await startServer(['serve', 'counter.ts', '--port', '0', '--memory'], { cwd })
  const { code, stdout } = await runCli(['bench', `${url}/envs/counter`, '--sessions', '1', '--seconds', '1'])
  expect(stdout).toMatch(
    /0 steps\/s, \d+ failures\nthe first: The environment answered step with an error: No fuel\. \(EXECUTION_ERROR\)\n$/,
  )
  expect(code).toBe(1)
})

test('a server that is not there is named', async () => {
  const { code, stderr } = await runCli(['bench', 'http://127.0.0.1:9'])
  expect([code, stderr]).toEqual([1, 'openenv-edge: http://127.0.0.1:9/schema does not answer. Is an OpenEnv server running there?\n'])
})
