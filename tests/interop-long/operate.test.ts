import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli, startCommand, temporaryFolder } from '../cli/cli.ts'
import { startCloudflare } from '../cli/cloudflare.ts'

const ASK = ['deploy', '--no-containers', '--url']

test('a deployment is tried, watched, given secrets and taken down', async () => {
  const { env, url, account, log } = await startCloudflare()
  const { code, stdout, stderr } = await runCli([...ASK, url, '--region', 'weur'], { env })
  expect([code, stderr]).toEqual([0, ''])
  const [, token = ''] = /shown only now: (\S+)/.exec(stdout) ?? []
  expect(account.latest?.metadata.bindings).toContainEqual({ name: 'OPENENV_REGION', type: 'plain_text', text: 'weur' })

  const smoke = await runCli(['smoke', `${url}/envs/grid_world`, '--token', token])
  expect(smoke.stdout).toMatch(/\| health \| pass \|[\s\S]*\| access \| pass \| 401 without a token \|[\s\S]*\| socket \| pass \|/)
  expect(smoke.stdout).toMatch(/\| http \| pass \|[\s\S]*\| resume \| pass \|[\s\S]*\| latency \| note \| \/health p50 /)
  expect(smoke.stdout).toContain('Everything passed.')
  expect(smoke.stdout).not.toContain(token)
  expect(smoke.code).toBe(0)

  expect(await runCli(['secrets', 'set', 'JUDGE_KEY'], { env, input: 'hidden\n' })).toMatchObject({
    code: 0,
    stdout: 'openenv-edge: set JUDGE_KEY.\n',
  })
  expect(account.secrets.get('JUDGE_KEY')).toBe('hidden')
  expect(await runCli(['secrets', '--json'], { env })).toMatchObject({ code: 0, stdout: '["OPENENV_TOKENS","JUDGE_KEY"]\n' })
  expect(await runCli(['secrets', 'delete', 'JUDGE_KEY'], { env })).toMatchObject({ code: 0 })
  expect([...account.secrets.keys()]).toEqual(['OPENENV_TOKENS'])

  const logs = startCommand(['logs', '--json'], { env })
  const line = logs.line('reset took')
  await expect
    .poll(() => log({ outcome: 'ok', logs: [{ message: ['reset took 3 ms'], level: 'log' }], event: null }), { timeout: 60_000 })
    .toBe(1)
  await line
  expect(await logs.stop('SIGINT')).toBe(0)

  expect(await runCli(['delete'], { env })).toMatchObject({
    code: 2,
    stderr: 'openenv-edge: Without a terminal to ask in, "delete" needs --yes.\n',
  })
  expect(account.isDeployed).toBe(true)
  expect(await runCli(['delete', '--yes'], { env })).toMatchObject({ code: 0, stdout: 'openenv-edge: deleted, with its sessions.\n' })
  expect((await fetch(`${url}/health`)).status).toBe(404)
  const gone = await runCli(['logs'], { env })
  expect(gone).toMatchObject({ code: 1, stderr: 'openenv-edge: This worker is not deployed. Run: openenv-edge deploy\n' })
  expect(account.unknown).toEqual([])
}, 600_000)

test('a throw-away account needs no login and can be claimed', async () => {
  const { env, url } = await startCloudflare()
  const home = temporaryFolder()
  const noLogin = { ...env, CLOUDFLARE_API_TOKEN: '', CLOUDFLARE_ACCOUNT_ID: '', HOME: home, XDG_CONFIG_HOME: home }
  const { code, stdout, stderr } = await runCli([...ASK, url, '--try'], { env: noLogin })
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('the account is a throw-away one; to keep it: https://dash.cloudflare.com/claim-preview?claimToken=stand-in')
  expect((await fetch(`${url}/envs/grid_world/schema`)).status).toBe(401)
}, 120_000)

test('static files and containers of a project are deployed with its worker', async () => {
  const { env, url, account } = await startCloudflare()
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'public'))
  writeFileSync(join(cwd, 'public/hello.txt'), 'a static file')
  writeFileSync(
    join(cwd, 'worker.js'),
    `import { DurableObject } from 'cloudflare:workers'
     export class Box extends DurableObject {}
     export default { fetch: (request, env) => new URL(request.url).pathname === '/health' ? new Response('healthy') : env.ASSETS.fetch(request) }`,
  )
  writeFileSync(
    join(cwd, 'wrangler.toml'),
    `name = "mine"
main = "worker.js"
compatibility_date = "2026-11-01"
[assets]
directory = "public"
binding = "ASSETS"
[[durable_objects.bindings]]
name = "BOX"
class_name = "Box"
[[migrations]]
tag = "v1"
new_sqlite_classes = ["Box"]
[[containers]]
class_name = "Box"
image = "registry.cloudflare.com/account/box:1"
max_instances = 3
`,
  )
  const { code, stderr } = await runCli(['deploy', '--public', '--url', url], { cwd, env })
  expect([code, stderr]).toEqual([0, ''])
  expect(await (await fetch(`${url}/hello.txt`)).text()).toBe('a static file')
  expect(account.applications).toMatchObject([
    { name: 'mine-box', max_instances: 3, configuration: { image: expect.stringContaining('box:1') } },
  ])
  expect(account.unknown).toEqual([])
}, 120_000)

test.each([
  [['deploy', '--region', 'mars'], 2, 'No region "mars". Known: wnam, enam, sam, weur, eeur, apac, oc, afr, me.'],
  [['secrets', 'burn'], 2, '"secrets" has no action "burn". Known: list, set, delete.'],
  [['secrets', 'set'], 2, '"secrets set" needs a name: openenv-edge secrets set OPENENV_TOKENS'],
  [['secrets', 'set', 'a-b'], 2, '"a-b" is no name of a secret: use A-Z, 0-9 and _, as in OPENENV_TOKENS.'],
  [['secrets', 'set', 'EMPTY'], 2, 'EMPTY is empty. Pipe its value: openenv-edge secrets set EMPTY < file'],
  [['skills', 'remove'], 2, '"skills" has no action "remove". Known: add.'],
])('%j is a wrong call', async (words, exitCode, message) => {
  const { code, stderr } = await runCli(words, { input: '' })
  expect([code, stderr]).toEqual([exitCode, `openenv-edge: ${message}\n`])
})
