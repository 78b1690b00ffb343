import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { pythonOf } from '../../scripts/prepare-python.ts'
import { runCli, startServer } from '../cli/cli.ts'
import { startCloudflare } from '../cli/cloudflare.ts'
import { npm, unpackPackage } from '../cli/project.ts'

const run = promisify(execFile)

/** What a stock Python client does with a base URL: prints the guesses that are left after each call. */
const PLAYER = `
import sys
from openenv.core import GenericEnvClient
with GenericEnvClient(base_url=sys.argv[1]).sync() as env:
    for call in sys.argv[2:]:
        result = env.reset(seed=7) if call == "reset" else env.step({"guess": 101 - int(call)})
        print(result.observation["guessesLeft"])
`

async function python(base: string, ...calls: string[]): Promise<number[]> {
  const { stdout } = await run(pythonOf('0.10.0'), ['-c', PLAYER, base, ...calls])
  return stdout.trim().split('\n').map(Number)
}

// No guess of 101 - n is found by chance: the seed's number is fixed, and the template's rules are the test's to change.
test('from an empty folder and the packed tarball to a URL that a stock Python client plays on', async () => {
  const { folder, bin } = unpackPackage()
  const cli = (words: string[], env: Readonly<Record<string, string>> = {}) =>
    runCli(words, { cwd: words[0] === 'init' ? folder : project, bin, env })
  const project = join(folder, 'my_env')
  expect(await cli(['init', 'my_env', '--no-install'])).toMatchObject({ code: 0, stderr: '' })
  expect(npm(project, 'test')).toMatchObject({ status: 0 })

  const source = readFileSync(join(project, 'environment.ts'), 'utf8')
  const save = (left: number) => writeFileSync(join(project, 'environment.ts'), source.replace('guessesLeft - 1', `guessesLeft - ${left}`))
  const dev = await startServer(['dev', 'worker.ts', '--port', '0'], { cwd: project, bin })
  const local = `${dev.url}/envs/my_env/s/run-7`
  expect(await python(local, 'reset', '1')).toEqual([10, 9])
  save(2)
  await dev.line('reloaded')
  expect(await python(local, '2')).toEqual([7])
  expect(await dev.stop('SIGINT')).toBe(0)

  expect(await cli(['validate', 'environment.ts'])).toMatchObject({ code: 0 })
  const { stdout: help } = await cli([])
  if (/^ +build /m.test(help)) expect(await cli(['build'])).toMatchObject({ code: 0 })

  const { env, url } = await startCloudflare()
  const first = await cli(['deploy', '--url', url], env)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  const deployed = `${/base_url="([^"]*)"/.exec(first.stdout)?.[1]}/s/run-8`
  expect(await python(deployed, 'reset', '1')).toEqual([10, 8])
  save(3)
  expect(await cli(['deploy', '--url', url], env)).toMatchObject({ code: 0, stderr: '' })
  expect(await python(deployed, '2')).toEqual([5])
})
