import { afterAll, beforeAll, expect, test } from 'vitest'
import { runPython } from './python.ts'
import { type Runtime, startRuntime } from './runtime.ts'

/** With a checkout of OpenEnv its own typed clients play too. */
const { OPENENV_CHECKOUT } = process.env
const CLIENTS = [
  { kind: 'typed clients of the same shape', checkout: '-' },
  ...(OPENENV_CHECKOUT === undefined ? [] : [{ kind: "upstream's own clients", checkout: OPENENV_CHECKOUT }]),
]

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime({ memory: true })
})
afterAll(() => runtime.stop())

test.for(CLIENTS)(
  "TRL's Wordle, Sudoku and catch, torchforge's blackjack and Unsloth's 2048 ask what they ask and get right answers, with $kind",
  { timeout: 240_000 },
  async ({ checkout }) => {
    expect(await runPython('0.10.0', 'consumers.py', [runtime.url, checkout])).toEqual([
      { script: 'wordle', episodes: 40, turns: expect.any(Number), losses: expect.any(Number) },
      { script: 'sudoku', episodes: 4, moves: expect.any(Number) },
      { script: 'catch', episodes: 20, total: 0 },
      { script: 'blackjack', games: 60, won: true, lost: true },
      { script: '2048', games: 4, isLong: true },
    ])
  },
)
