import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli, temporaryFolder } from './cli.ts'
import { startCloudflare } from './cloudflare.ts'
import { counterSource, play } from './counter.ts'
import { makeProject } from './project.ts'

test('the bundled library is deployed from an empty folder, and played where it says', async () => {
  const { env, url, uploads } = await startCloudflare()
  const { code, stdout, stderr } = await runCli(['deploy', '--public', '--url', url], { env })
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^openenv-edge: http:\S+ — environments: .*grid_world.* — Python: GenericEnvClient/)
  expect(uploads.map(({ metadata }) => metadata)).toMatchObject([
    { compatibility_date: '2026-11-01', bindings: [{ name: 'SESSIONS', class_name: 'Sessions' }], migrations: { new_tag: 'v1' } },
  ])
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'healthy' })
}, 120_000)

test('a project is deployed, and a named session outlives the next deployment', async () => {
  const { env, url, uploads } = await startCloudflare()
  const project = await makeProject('my_env')
  writeFileSync(join(project, 'environment.ts'), counting(1))
  expect(await runCli(['deploy', '--public', '--url', url], { cwd: project, env })).toMatchObject({ code: 0, stderr: '' })
  expect(await play(`${url}/envs/my_env/s/run-7`, ['reset', 'step', 'step'])).toEqual([0, 1, 2])

  writeFileSync(join(project, 'environment.ts'), counting(10))
  expect(await runCli(['deploy', '--public', '--url', url], { cwd: project, env })).toMatchObject({ code: 0, stderr: '' })
  expect(uploads).toHaveLength(2)
  expect(await play(`${url}/envs/my_env/s/run-7`, ['step'])).toEqual([12])
}, 240_000)

test('nothing is deployed for everyone to play unless that was said', async () => {
  const { code, stderr } = await runCli(['deploy'])
  expect(stderr).toContain('open to everyone who knows its URL, and runs on your bill. If that is what you want, say --public.')
  expect(code).toBe(2)
})

test('without a login it names the login', async () => {
  const home = temporaryFolder()
  const { code, stderr } = await runCli(['deploy', '--public'], { env: { HOME: home, XDG_CONFIG_HOME: home, CLOUDFLARE_API_TOKEN: '' } })
  expect(stderr).toContain('Not logged in to Cloudflare. Run: npx wrangler login.')
  expect(code).toBe(1)
}, 120_000)

test('a dry run uploads nothing and tells the size', async () => {
  const { env, uploads } = await startCloudflare()
  const { code, stdout } = await runCli(['deploy', '--dry-run'], { env })
  expect(stdout).toMatch(/^openenv-edge: Built, not uploaded: \d+\.\d+ KiB \/ gzip: \d+\.\d+ KiB\.\n$/)
  expect([code, uploads]).toEqual([0, []])
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
