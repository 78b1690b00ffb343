import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareVenv } from '../../scripts/prepare-python.ts'
import { runScript } from '../interop/python.ts'
import { type Runtime, startRuntime } from '../interop/runtime.ts'

const FOLDER = join(import.meta.dirname, '../interop/python')
const TOKEN = 'tasks-token-of-the-test'
/** Ways to name an environment: by the deployment's name, by variant, by variant of another deployment. */
const WAYS = 3

let runtime: Runtime
let openReward: string
beforeAll(async () => {
  openReward = prepareVenv('openreward', join(FOLDER, 'openreward.txt'))
  const file = join(import.meta.dirname, '../interop/fixtures/tasks.ts')
  runtime = await startRuntime({ file, memory: true, variables: { OPENENV_TOKENS: TOKEN } })
}, 600_000)
afterAll(() => runtime.stop())

test("OpenReward's SDK reads splits and tasks with a token as its key, and is told what there is not", async () => {
  const lines = await runScript(openReward, join(FOLDER, 'openreward_tasks.py'), [runtime.url, WAYS], { variables: { TOKEN } })
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
  expect(lines.slice(0, WAYS)).toEqual(Array.from({ length: WAYS }, () => read))
  const errors = [/Invalid task index/, /No split named/, /unknown environment/]
  expect(lines.slice(WAYS)).toEqual(errors.map((message) => ({ error: expect.stringMatching(message) })))
})
