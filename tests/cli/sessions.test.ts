import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli, startServer, temporaryFolder } from './cli.ts'
import { COUNTER, play } from './counter.ts'

test('a named session is listed with its environment’s others, and with the whole deployment’s', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'counter.ts'), COUNTER)
  const { url } = await startServer(['serve', 'counter.ts', '--port', '0', '--memory'], { cwd })
  expect(await runCli(['sessions', url])).toMatchObject({ code: 0, stdout: 'openenv-edge: no sessions.\n' })
  await play(`${url}/envs/counter/s/one`, ['reset', 'step'])
  const list = async (...words: string[]) => (await runCli(['sessions', ...words])).stdout
  await expect.poll(() => list(`${url}/envs/counter`, '--json'), { timeout: 60_000 }).toContain('"key":"one"')
  expect(await list(url)).toMatch(
    /^environment +key +began +active +episodes +steps\ncounter +one +\d\d-\d\d [\d:]{8} +\d\d-\d\d [\d:]{8} +1 +1\n/,
  )
}, 300_000)
