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

test('a deployment that asks for a token is never told to have no sessions', async () => {
  const env = { OPENENV_TOKENS: 'one:observer:watcher-0123456789abcdef' }
  const { url, readiness } = await startServer(['serve', '--port', '0', '--memory', '--no-containers'], { env })
  expect(readiness).toContain(`asks for a token: ${url}/t/<token>/envs/<name>`)
  for (const words of [[url], [url, '--token', 'no-such-token-0123456789']])
    expect(await runCli(['sessions', ...words])).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('token') })
  expect(await runCli(['sessions', url, '--token', 'watcher-0123456789abcdef'])).toMatchObject({
    code: 0,
    stdout: 'openenv-edge: no sessions.\n',
  })
})
