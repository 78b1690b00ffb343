import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli, temporaryFolder } from './cli.ts'
import { startCloudflare } from './cloudflare.ts'
import { counterSource, play } from './counter.ts'
import { makeProject } from './project.ts'

test('the bundled library is deployed from an empty folder, behind a token that is minted once', async () => {
  const { env, url, account } = await startCloudflare()
  const { code, stdout, stderr } = await runCli(['deploy', '--no-containers', '--url', url], { env })
  expect([code, stderr]).toEqual([0, ''])
  const [, token = ''] = /its access token, shown only now: (\S+)/.exec(stdout) ?? []
  expect(stdout).toContain(`Python: GenericEnvClient(base_url="${url}/t/${token}/envs/`)
  expect(account.uploads.map(({ metadata }) => metadata)).toMatchObject([
    { compatibility_date: '2026-11-01', migrations: { new_tag: 'v2' } },
  ])

  expect((await fetch(`${url}/envs/grid_world/schema`)).status).toBe(401)
  expect((await fetch(`${url}/t/${token}/envs/grid_world/schema`)).status).toBe(200)

  const again = await runCli(['deploy', '--no-containers', '--url', url], { env })
  expect([again.code, again.stderr]).toEqual([0, ''])
  expect(again.stdout).not.toContain('access token')
  expect((await fetch(`${url}/t/${token}/envs/grid_world/schema`)).status).toBe(200)

  const opened = await runCli(['deploy', '--no-containers', '--url', url, '--public'], { env })
  expect(opened).toMatchObject({ code: 1, stderr: expect.stringContaining('first run: openenv-edge secrets delete OPENENV_TOKENS') })
}, 300_000)

test('a project is deployed, and a named session outlives the next deployment', async () => {
  const { env, url, account } = await startCloudflare()
  const project = await makeProject('my_env')
  writeFileSync(join(project, 'environment.ts'), counting(1))
  expect(await runCli(['deploy', '--public', '--url', url], { cwd: project, env })).toMatchObject({ code: 0, stderr: '' })
  expect(await play(`${url}/envs/my_env/s/run-7`, ['reset', 'step', 'step'])).toEqual([0, 1, 2])

  writeFileSync(join(project, 'environment.ts'), counting(10))
  expect(await runCli(['deploy', '--public', '--url', url], { cwd: project, env })).toMatchObject({ code: 0, stderr: '' })
  expect(account.uploads).toHaveLength(2)
  expect(await play(`${url}/envs/my_env/s/run-7`, ['step'])).toEqual([12])
}, 300_000)

test('a worker that asks nobody for a token is told to be open', async () => {
  const { env, url } = await startCloudflare()
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'wrangler.toml'), 'name = "open"\nmain = "worker.js"\ncompatibility_date = "2026-11-01"\n')
  writeFileSync(join(cwd, 'worker.js'), 'export default { fetch: () => new Response("hello") }')
  const { code, stderr } = await runCli(['deploy', '--url', url], { cwd, env })
  expect(stderr).toContain(`${url}/schema answers 200 to a request without a token: everyone can use it.`)
  expect(code).toBe(1)
}, 120_000)

test('without a login it names the login', async () => {
  const home = temporaryFolder()
  const { code, stderr } = await runCli(['deploy', '--public'], { env: { HOME: home, XDG_CONFIG_HOME: home, CLOUDFLARE_API_TOKEN: '' } })
  expect(stderr).toContain('Not logged in to Cloudflare. Run: npx wrangler login.')
  expect(code).toBe(1)
}, 120_000)

test('a dry run uploads nothing and tells the size', async () => {
  const { env, account } = await startCloudflare()
  const { code, stdout } = await runCli(['deploy', '--dry-run'], { env })
  expect(stdout).toMatch(/^openenv-edge: Built, not uploaded: \d+\.\d+ KiB \/ gzip: \d+\.\d+ KiB\.\n$/)
  expect([code, account.uploads]).toEqual([0, []])
}, 120_000)

test('a configuration that wrangler refuses fails with what wrangler says', async () => {
  const { env } = await startCloudflare()
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'wrangler.toml'), 'name = "broken"\nmain = "missing.ts"\ncompatibility_date = "2026-11-01"\n')
  const { code, stderr } = await runCli(['deploy', '--public'], { cwd, env })
  expect(stderr).toContain('wrangler deploy failed:')
  expect(stderr).toContain('missing.ts')
  expect(code).toBe(1)
}, 120_000)

/** The project's own file, counting. */
function counting(by: number): string {
  return counterSource(by, { name: 'my_env', constant: 'environment' })
}
