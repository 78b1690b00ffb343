import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareVenv } from '../../scripts/prepare-python.ts'
import { type Runtime, startRuntime } from './runtime.ts'

const FOLDER = join(import.meta.dirname, 'python')
const [CLIENTS, STEPS] = [8, 5]

let runtime: Runtime
let python: string
beforeAll(async () => {
  runtime = await startRuntime({ file: join(import.meta.dirname, 'fixtures/trials.ts') })
  python = prepareVenv('openenv-core', join(FOLDER, 'openenv-core.txt'))
}, 240_000)
afterAll(() => runtime.stop())

test(`${CLIENTS} clients of openenv-core 0.1.0, which know HTTP only, each play an episode of their own`, {
  timeout: 120_000,
}, async () => {
  const script = join(FOLDER, 'http_client.py')
  const { stdout } = await promisify(execFile)(python, [script, `${runtime.url}/envs/slow`, String(CLIENTS), String(STEPS)])
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  const expected = Array.from({ length: CLIENTS }, (_, client) => {
    const notes = Array.from({ length: STEPS }, (_, step) => `${client}.${step}`)
    return { client, notes, step_count: STEPS }
  })
  expect(lines).toEqual(expected)
  expect(runtime.errorLines()).toEqual([])
})
