import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareVenv } from '../../scripts/prepare-python.ts'
import { runScript } from '../interop/python.ts'
import { type Runtime, startRuntime } from '../interop/runtime.ts'

const FOLDER = join(import.meta.dirname, '../interop/python')
const TOKEN = 'tasks-token-of-the-test'

let open: Runtime
let guarded: Runtime
let openReward: string
beforeAll(async () => {
  openReward = prepareVenv('openreward', join(FOLDER, 'openreward.txt'))
  const file = join(import.meta.dirname, '../interop/fixtures/tasks.ts')
  ;[open, guarded] = await Promise.all([
    startRuntime({ file, memory: true }),
    startRuntime({ file, memory: true, variables: { OPENENV_TOKENS: TOKEN } }),
  ])
}, 600_000)
afterAll(() => Promise.all([open, guarded].map((runtime) => runtime.stop())))

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
