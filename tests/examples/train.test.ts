import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { CLIENT_VERSIONS, pythonOf } from '../../scripts/prepare-python.ts'
import { startRuntime } from '../interop/runtime.ts'

/** Eight steps are the shortest way; each but the last costs 0.1. */
const BEST = 'learned: return 0.30 in 8 steps'

test.for(CLIENT_VERSIONS)('the training loop learns the shortest way with openenv %s', { timeout: 180_000 }, async (version) => {
  const runtime = await startRuntime({ memory: true })
  try {
    const { stdout } = await promisify(execFile)(pythonOf(version), ['examples/train.py', `${runtime.url}/envs/grid_world`])
    const lines = stdout.trim().split('\n')
    expect(lines.at(-1)).toBe(BEST)
    const returns = lines.slice(0, -1).map((line) => Number(line.split(' ').at(-1)))
    expect(returns).toHaveLength(20)
    expect(returns.at(-1)).toBeGreaterThan(returns[0] ?? Number.NaN)
  } finally {
    await runtime.stop()
  }
})
