import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli, temporaryFolder } from './cli.ts'
import { COUNTER } from './counter.ts'

function counterFolder(): string {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'counter.ts'), COUNTER)
  return cwd
}

test('piped actions are played in order, and each turn is printed', async () => {
  const { code, stdout, stderr } = await runCli(['play', 'counter.ts'], { cwd: counterFolder(), input: '{}\n\n{}\n' })
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toBe(
    ['reset → {"count":0}  reward null', '1  {} → {"count":1}  reward null', '2  {} → {"count":2}  reward null', ''].join('\n'),
  )
})

test('a refused action is told, and the episode goes on', async () => {
  const { code, stdout, stderr } = await runCli(['play', 'counter.ts', '--json'], { cwd: counterFolder(), input: '{"fly":1}\n{}\n' })
  expect(stderr).toBe(
    'The environment answered step with an error: Invalid message (VALIDATION_ERROR)\n  fly: Extra inputs are not permitted\n',
  )
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toMatchObject([{ step: 0 }, { step: 1, observation: { count: 1 } }])
  expect(code).toBe(0)
})

test('drawn actions repeat with their seed', async () => {
  const cwd = counterFolder()
  const words = ['play', 'counter.ts', '--random', '--steps', '5', '--json']
  const [first, second] = [await runCli(words, { cwd }), await runCli(words, { cwd })]
  expect(first.stdout.trim().split('\n')).toHaveLength(6)
  expect(second.stdout).toBe(first.stdout)
}, 120_000)

test.each([
  [['play'], '', 2, 'Missing required positional argument: TARGET'],
  [['play', 'counter.ts', '--steps', 'many'], '', 2, '--steps takes a whole number of at least 1, not "many".'],
  [['play', 'counter.ts'], 'DOWN\n', 2, 'An action is a JSON object on a line, not: DOWN'],
  [['play', 'http://127.0.0.1:9'], '', 1, 'http://127.0.0.1:9/schema does not answer. Is an OpenEnv server running there?'],
  [['play', 'missing.ts'], '', 2, 'No such file: missing.ts. Name a file of environments or a URL.'],
])('%j with input %j: exit code %i', async (words, input, exitCode, message) => {
  const { code, stderr } = await runCli(words, { cwd: counterFolder(), input })
  expect(stderr).toBe(`openenv-edge: ${message}\n`)
  expect(code).toBe(exitCode)
})
