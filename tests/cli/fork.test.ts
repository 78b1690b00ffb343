import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pythonOf } from '../../scripts/prepare-python.ts'
import { runCli, startServer, temporaryFolder } from './cli.ts'
import { npm, unpackPackage } from './project.ts'

/** An episode of the unchanged Python client, a line a turn. */
const PLAYER = `
import sys
from openenv.core import GenericEnvClient
with GenericEnvClient(base_url=sys.argv[1]).sync() as env:
    turn = env.reset(seed=7)
    print(turn.observation, turn.reward, turn.done)
    while not turn.done:
        turn = env.step({"action_id": 1})
        print(turn.observation, turn.reward, turn.done)
`

function stockClient(base: string): string {
  return execFileSync(pythonOf('0.10.0'), ['-c', PLAYER, base], { encoding: 'utf8' })
}

test('a forked environment passes its own test and type check, and serves what its source was changed to', async () => {
  const { folder: cwd, bin } = unpackPackage()
  expect(await runCli(['fork', 'grid-world'], { cwd, bin })).toMatchObject({ code: 0, stderr: '' })
  const project = join(cwd, 'grid-world')
  expect(npm(project, 'test')).toMatchObject({ status: 0, output: expect.stringContaining('pass 2') })
  expect(npm(project, 'run', '-s', 'check')).toEqual({ status: 0, output: '' })

  const source = join(project, 'source/environments/grid-world.js')
  writeFileSync(source, readFileSync(source, 'utf8').replace('Welcome to Grid World!', 'Welcome to mine!'))
  const { url } = await startServer(['serve', 'worker.ts', '--port', '0', '--memory'], { cwd: project })
  const reset = await fetch(`${url}/envs/grid_world/reset`, { method: 'POST' })
  expect(await reset.text()).toContain('Welcome to mine!')
}, 180_000)

test('an environment at a URL becomes a project that passes it through, with what it told of itself, and a stock client plays it', async () => {
  const { folder: cwd, bin } = unpackPackage()
  const origin = await startServer(['serve', '--port', '0', '--memory', '--no-containers'])
  expect(await runCli(['fork', `${origin.url}/envs/catch`, '--out', 'mine', '--json'], { cwd, bin })).toMatchObject({ code: 0, stderr: '' })
  const project = join(cwd, 'mine')
  expect(JSON.parse(readFileSync(join(project, 'schema.json'), 'utf8'))).toMatchObject({ action: { title: 'OpenSpielAction' } })
  expect(npm(project, 'test')).toMatchObject({ status: 0, output: expect.stringContaining('pass 1') })
  const { url } = await startServer(['serve', 'worker.ts', '--port', '0', '--memory'], { cwd: project })
  const seen = [origin.url, url].map((server) => stockClient(`${server}/envs/catch`))
  expect(seen[0]).toMatch(/^(?:.* False\n){9}.* True\n$/)
  expect(seen[1]).toBe(seen[0])
}, 180_000)

test.each([
  [['fork'], 2, 'Missing required positional argument: SOURCE'],
  [['fork', 'no_such'], 2, 'No bundled environment is named "no_such". Known: grid_world, '],
  [['fork', 'http://127.0.0.1:9'], 1, 'http://127.0.0.1:9/schema does not answer.'],
])('%j: exit code %i, and nothing is written', async (words, exitCode, message) => {
  const cwd = temporaryFolder()
  const { code, stderr } = await runCli(words, { cwd })
  expect([code, stderr]).toEqual([exitCode, expect.stringContaining(message)])
  expect(readdirSync(cwd)).toEqual([])
})
