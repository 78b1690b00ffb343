import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { runPython } from './python.ts'
import { type Runtime, startRuntime } from './runtime.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime({ file: join(import.meta.dirname, 'fixtures/tasks.ts'), memory: true })
})
afterAll(() => runtime.stop())

const Difference = z.object({ request: z.string(), path: z.string(), stock: z.json(), ours: z.json() })

/** What may differ: the request, where in the answer, and its heading in docs/differences.md. */
const DECLARED: readonly [request: RegExp, path: RegExp, heading: string][] = [
  [/^POST \/words\/(task|task_range) /, /^\.body\.env_name$/, 'An answer names the environment'],
  [/"split": "(nope|)"/, /^\.(status|type|body.*)$/, 'An unknown split is 400 and named'],
]

test('over 100 requests to the Task API are answered as a stock server answers them, but for what is declared', {
  timeout: 240_000,
}, async () => {
  const lines = await runPython('0.10.0', 'stock_tasks.py', [`${runtime.url}/envs/words`])
  expect(z.object({ asked: z.int() }).parse(lines.pop()).asked).toBeGreaterThan(100)
  const differences = lines.map((line) => Difference.parse(line))
  expect(differences.filter(({ request, path }) => !DECLARED.some(([kind, place]) => kind.test(request) && place.test(path)))).toEqual([])
  const document = readFileSync(join(import.meta.dirname, '../../docs/differences.md'), 'utf8')
  for (const [kind, place, heading] of DECLARED) {
    expect([heading, differences.some(({ request, path }) => kind.test(request) && place.test(path))]).toEqual([heading, true])
    expect(document).toContain(`\n### ${heading}\n`)
  }
})

test('the task functions of the 0.10.0 client read an environment of tools', { timeout: 180_000 }, async () => {
  const [read] = await runPython('0.10.0', 'harbor_tasks.py', [`${runtime.url}/envs/harbor`])
  expect(read).toEqual({
    splits: ['train'],
    count: 3,
    task: { index: 1, task_id: '/two', task_name: 'two', dataset: 'demo', instruction: 'two' },
    range: ['two', 'three'],
  })
})
