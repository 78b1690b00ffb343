import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { prepareVenv } from '../../scripts/prepare-python.ts'
import { runPython, runScript } from './python.ts'
import { type Runtime, startRuntime } from './runtime.ts'

const FOLDER = join(import.meta.dirname, 'python')
const TOKEN = 'tasks-token-of-the-test'

let open: Runtime
let guarded: Runtime
let openReward: string
beforeAll(async () => {
  openReward = prepareVenv('openreward', join(FOLDER, 'openreward.txt'))
  const file = join(import.meta.dirname, 'fixtures/tasks.ts')
  ;[open, guarded] = await Promise.all([
    startRuntime({ file, memory: true }),
    startRuntime({ file, memory: true, variables: { OPENENV_TOKENS: TOKEN } }),
  ])
}, 600_000)
afterAll(() => Promise.all([open, guarded].map((runtime) => runtime.stop())))

const Difference = z.object({ request: z.string(), path: z.string(), stock: z.json(), ours: z.json() })

/** What may differ: the request, where in the answer, and why (docs/differences.md, "Tasks"). */
const DECLARED: readonly [request: RegExp, path: RegExp, reason: string][] = [
  [/^POST \/words\/(task|task_range) /, /^\.body\.env_name$/, 'ORS clients read the name from each answer'],
  [/"split": "(nope|)"/, /^\.(status|type|body.*)$/, 'an unknown split is 400 and named, not 500'],
]

test('over 100 requests to the Task API are answered as a stock server answers them, but for what is declared', {
  timeout: 120_000,
}, async () => {
  const lines = await runPython('0.10.0', 'stock_tasks.py', [`${open.url}/envs/words`])
  expect(z.object({ asked: z.int() }).parse(lines.pop()).asked).toBeGreaterThan(100)
  const differences = lines.map((line) => Difference.parse(line))
  expect(differences.filter(({ request, path }) => !DECLARED.some(([kind, place]) => kind.test(request) && place.test(path)))).toEqual([])
  for (const [kind, place, reason] of DECLARED) {
    expect([reason, differences.some(({ request, path }) => kind.test(request) && place.test(path))]).toEqual([reason, true])
  }
})

test('the task functions of the 0.10.0 client read an environment of tools', { timeout: 60_000 }, async () => {
  const [read] = await runPython('0.10.0', 'harbor_tasks.py', [`${open.url}/envs/harbor`])
  expect(read).toEqual({
    splits: ['train'],
    count: 3,
    task: { index: 1, task_id: '/two', task_name: 'two', dataset: 'demo', instruction: 'two' },
    range: ['two', 'three'],
  })
})

test("OpenReward's SDK reads splits and tasks, with a token and without", { timeout: 300_000 }, async () => {
  for (const [url, ways, variables] of [
    [open.url, 3, {}],
    [guarded.url, 1, { TOKEN }],
  ] as const) {
    const lines = await runScript(openReward, join(FOLDER, 'openreward_tasks.py'), [url, ways], { variables })
    const read = {
      splits: ['train', 'test', 'hard'],
      count: 1000,
      tasks: 10,
      task: {
        server_name: expect.any(String),
        namespace: null,
        environment_name: 'sums',
        task_spec: { id: 'test-3', split: 'test', index: 3, question: expect.any(String) },
      },
    }
    expect(lines.slice(0, ways)).toEqual(Array.from({ length: ways }, () => read))
    expect(lines.slice(ways)).toEqual(
      [/Invalid task index/, /No split named/, /unknown environment/].map((message) => ({ error: expect.stringMatching(message) })),
    )
  }
})
