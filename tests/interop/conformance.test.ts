import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pythonOf } from '../../scripts/prepare-python.ts'
import { describeWithEngine } from '../containers/engine.ts'
import { type Runtime, startRuntime } from './runtime.ts'

const HARNESS = join(import.meta.dirname, 'conformance')
/** The servers whose recordings need no container. */
const NAMES = [
  'echo',
  'connect4',
  'chess',
  'grid_world',
  'wordle',
  'catch',
  'tic_tac_toe',
  'tic_tac_toe_first',
  'blackjack',
  '2048',
  'wildfire',
]

let runtime: Runtime

beforeAll(async () => {
  runtime = await startRuntime({ memory: true })
})

afterAll(() => runtime.stop())

const TITLE = '%s answers a bare client as the recording of upstream does, but for what is declared'
test.each(NAMES)(TITLE, { timeout: 240_000 }, playsAsRecorded)
describeWithEngine('in a container', () => {
  test.each(['coding', 'repl'])(TITLE, { timeout: 240_000 }, playsAsRecorded)
})

async function playsAsRecorded(name: string): Promise<void> {
  const places = ['--golden', join(HARNESS, 'golden')]
  const target = ['--cand', `${name}=${runtime.url}/envs/${name}`, '--env', name]
  const child = spawn(pythonOf('0.10.0'), [join(HARNESS, 'run.py'), ...places, ...target, '--client', 'raw', '--strict-numbers'], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => void printed.push(text))
  const [code] = await once(child, 'close')
  expect(printed.join('')).toContain('1 passed, 0 failed')
  expect(code).toBe(0)
}
