import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli, temporaryFolder } from '../cli/cli.ts'
import { runPython } from './python.ts'
import { type Runtime, startRuntime } from './runtime.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime({ memory: true })
})
afterAll(async () => runtime.stop())

/** The machine's pip, into a folder that the stock client's venv is pointed to. */
function pipInstall(target: string, what: string): void {
  const words = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--target', target, what]
  const { status, stderr } = spawnSync('python3', words, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('ERROR')])
}

test.each([
  [
    'grid_world',
    'grid_world_env',
    { action: 'DOWN' },
    ['GridWorldObservation', 'GridWorldAction', 'GridWorldObservation', 'GridWorldState'],
  ],
  ['2048', 'env_2048_env', { action_id: 1 }, ['Env2048Observation', 'Env2048Action', 'Env2048Observation', 'Env2048State']],
  [
    'echo',
    'echo_env',
    { tool_name: 'echo_message', arguments: { message: 'hi' } },
    ['EchoResetObservation', 'EchoAction', 'EchoStepObservation', 'EchoState'],
  ],
  ['sudoku', 'sudoku_env', { message: '[1 1 1]' }, ['SudokuObservation', 'SudokuAction', 'SudokuObservation', 'SudokuState']],
] as const)(
  'the client of %s, installed by pip from the server, plays with typed models',
  async (name, module, action, types) => {
    const site = temporaryFolder()
    const base = `${runtime.url}/envs/${name}`
    pipInstall(site, `${base}/client.tar.gz`)
    const variables = { PYTHONPATH: site }
    const [played] = await runPython('0.10.0', 'generated_client.py', [module, base, JSON.stringify(action)], { variables })
    expect(played).toMatchObject({ types, refused: true })
  },
  180_000,
)

test('`client python` writes the package that the server offers, and of a file too; pip installs the folder', async () => {
  const cwd = temporaryFolder()
  const base = `${runtime.url}/envs/catch`
  const made = await runCli(['client', 'python', base], { cwd })
  expect(made).toMatchObject({
    code: 0,
    stderr: '',
    stdout: 'openenv-edge: made openenv-catch. Next: pip install ./openenv-catch, then: import catch_env\n',
  })
  pipInstall(join(cwd, 'site'), join(cwd, 'openenv-catch'))
  const [played] = await runPython('0.4.1', 'generated_client.py', ['catch_env', base, '{"action_id": 1}'], {
    variables: { PYTHONPATH: join(cwd, 'site') },
  })
  expect(played).toMatchObject({ step_count: 1, observation: { legal_actions: [0, 1, 2] } })

  const again = await runCli(['client', 'python', base], { cwd })
  expect([again.code, again.stderr]).toEqual([1, 'openenv-edge: openenv-catch is not empty. Choose a new folder with --out.\n'])
}, 180_000)

test('a field whose name is no Python name is spelt so that it is one, and travels under its own', async () => {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'site'))
  writeFileSync(join(cwd, 'odd.ts'), ODD)
  expect(await runCli(['client', 'python', 'odd.ts', '--out', 'client'], { cwd })).toMatchObject({ code: 0, stderr: '' })
  pipInstall(join(cwd, 'site'), join(cwd, 'client'))
  const odd = await startRuntime({ memory: true, file: join(cwd, 'odd.ts') })
  try {
    const action = { from: 'a', '2nd': null, point: { x: 1 }, kind: { by: 'go', to: [1, 'b'] } }
    const [played] = await runPython('0.10.0', 'generated_client.py', ['odd_env', `${odd.url}/envs/odd`, JSON.stringify(action)], {
      variables: { PYTHONPATH: join(cwd, 'site') },
    })
    expect(played).toMatchObject({
      types: ['OddObservation', 'OddAction', 'OddObservation', 'OddState'],
      observation: { heard: JSON.stringify(action) },
    })
  } finally {
    await odd.stop()
  }
}, 180_000)

test.each([
  [['client'], 2, 'Missing required positional argument: LANGUAGE'],
  [['client', 'python'], 2, 'Missing required positional argument: TARGET'],
  [['client', 'cobol', 'http://127.0.0.1:9'], 2, 'There is no client in "cobol". Known: python.'],
  [['client', 'python', 'http://127.0.0.1:9'], 1, 'http://127.0.0.1:9/schema does not answer.'],
])('%j: exit code %i, and nothing is written', async (words, exitCode, message) => {
  const cwd = temporaryFolder()
  const { code, stderr } = await runCli(words, { cwd })
  expect([code, stderr]).toEqual([exitCode, expect.stringContaining(message)])
  expect(existsSync(join(cwd, 'openenv-127'))).toBe(false)
})

const ODD = `
import { defineEnvironment } from 'openenv-edge'
import { z } from 'zod'
const action = z.object({
  from: z.string().max(9),
  '2nd': z.int().nullable(),
  point: z.object({ x: z.number().min(0), schema: z.string().optional() }),
  kind: z.union([z.object({ by: z.literal('go'), to: z.tuple([z.int(), z.string()]) }), z.object({ by: z.literal('stay') })]),
})
export const odd = defineEnvironment({
  name: 'odd',
  version: '1',
  action,
  observation: z.object({ heard: z.string() }),
  state: z.object({ count: z.int() }),
  reset: () => ({ state: { count: 0 }, observation: { heard: '' } }),
  step: ({ count }, action) => ({ state: { count: count + 1 }, observation: { heard: JSON.stringify(action) } }),
})
`
