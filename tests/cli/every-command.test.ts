import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commands } from '../../cli/main.ts'
import { runCli, startCommand, temporaryFolder } from './cli.ts'
import { writeContainerProject } from './project.ts'

const NAMES = Object.keys(commands)
const COLUMNS = 80
const LINES = 24

/** A machine that has nothing: no login, no Docker, and of the network only a port where nobody listens. */
function bareMachine(): Record<string, string> {
  const home = temporaryFolder()
  const nowhere = 'http://127.0.0.1:9'
  return {
    HOME: home,
    XDG_CONFIG_HOME: home,
    CLOUDFLARE_API_TOKEN: '',
    CLOUDFLARE_ACCOUNT_ID: '',
    CLOUDFLARE_API_BASE_URL: nowhere,
    WRANGLER_DOCKER_BIN: '/nowhere/docker',
    DOCKER_HOST: 'unix:///nowhere/docker.sock',
    npm_config_registry: nowhere,
    npm_config_fetch_retries: '0',
  }
}

test('the list of commands fits a screen', async () => {
  const { code, stdout } = await runCli([])
  expectScreen(stdout)
  for (const name of NAMES) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'))
  expect(code).toBe(0)
})

describe.each(NAMES)('%s', (name) => {
  test('its help fits a screen, and a flag that it has not is named', async () => {
    const [help, wrong] = await Promise.all([runCli([name, '--help']), runCli([name, '--no-such-flag'])])
    expect([help.code, help.stderr]).toEqual([0, ''])
    expectScreen(help.stdout)
    expect(wrong).toEqual({
      code: 2,
      stdout: '',
      stderr: `openenv-edge: "${name}" has no flag --no-such-flag. See: openenv-edge ${name} --help\n`,
    })
  })
})

/** Each command line in an empty folder of a bare machine: exit code, what is said, what it leaves. */
const BARE: [words: string[], code: number, stderr: RegExp, left?: string[]][] = [
  // An argument is missing.
  [['init'], 2, /init needs a name: openenv-edge init my_env/],
  [['play'], 2, /Missing required positional argument: TARGET/],
  [['bench'], 2, /Missing required positional argument: URL/],
  [['smoke'], 2, /Missing required positional argument: URL/],
  [['sessions'], 2, /Missing required positional argument: URL/],
  [['skills'], 2, /Missing required positional argument: ACTION/],
  [['secrets', 'delete'], 2, /needs a name/],
  [['delete'], 2, /needs --yes/],
  [['validate'], 2, /No such file: environment\.ts/],
  [['serve', 'gone.ts', '--memory'], 1, /No such file: gone\.ts/],
  [['dev', 'gone.ts', '--memory'], 1, /No such file: gone\.ts/],
  // No login.
  [['deploy'], 1, /Not logged in to Cloudflare\. Run: npx wrangler login/],
  [['logs'], 1, /Not logged in to Cloudflare/],
  [['delete', '--yes'], 1, /Not logged in to Cloudflare/],
  // No network.
  [['init', 'mine', '--package', 'no-such-package-of-ours'], 1, /The project is written, but npm install failed:/, ['mine']],
  [['play', 'http://127.0.0.1:9'], 1, /http:\/\/127\.0\.0\.1:9\/schema does not answer/],
  [['validate', 'http://127.0.0.1:9'], 1, /does not answer\. Is an OpenEnv server running there\?/],
  [['bench', 'http://127.0.0.1:9'], 1, /does not answer\. Is an OpenEnv server running there\?/],
  [['smoke', 'http://127.0.0.1:9/envs/chess'], 1, /does not answer\. Is an OpenEnv server running there\?/],
  [['sessions', 'http://127.0.0.1:9/envs/chess'], 1, /does not answer\. Is an OpenEnv server running there\?/],
  [['smoke', 'ftp://host'], 2, /is no URL of an environment/],
]

test.each(BARE)('on a bare machine %j ends with %i and says why', { timeout: 300_000 }, async (words, exitCode, message, left = []) => {
  const cwd = temporaryFolder()
  const { code, stderr } = await runCli(words, { cwd, env: bareMachine() })
  expect(stderr).toMatch(message)
  expect(stderr).toMatch(/^openenv-edge: /)
  expect(stderr).not.toMatch(/^ {4}at /m)
  expect(code).toBe(exitCode)
  expect(readdirSync(cwd)).toEqual(left)
})

test.each([['deploy'], ['logs'], ['delete', '--yes']])(
  'with a login and no network, %s says so',
  { timeout: 300_000 },
  async (...words) => {
    const env = { ...bareMachine(), CLOUDFLARE_API_TOKEN: 'some', CLOUDFLARE_ACCOUNT_ID: 'account' }
    const { code, stderr } = await runCli(words, { env })
    expect(stderr).toBe(
      'openenv-edge: Cloudflare’s API at http://127.0.0.1:9 does not answer. Look at this machine’s network and proxy, then try again.\n',
    )
    expect(code).toBe(1)
  },
)

test.each(['serve', 'dev'])('%s names a port in use, before it does anything', async (name) => {
  const busy = createServer()
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void busy.close())
  const { port } = busy.address() as AddressInfo
  const cwd = temporaryFolder()
  const { code, stderr } = await runCli([name, '--port', String(port)], { cwd })
  expect(stderr).toMatch(new RegExp(`^openenv-edge: Port ${port} on 127\\.0\\.0\\.1 is in use\\.`))
  expect(code).toBe(1)
  expect(readdirSync(cwd)).toEqual([])
})

/** Each asks a server that never answers, so that it is in the middle of its work for as long as it takes. */
const INTERRUPTED: [name: string, words: (url: string) => string[], left?: string[]][] = [
  ['play', (url) => ['play', url]],
  ['validate', (url) => ['validate', url]],
  ['bench', (url) => ['bench', url]],
  ['smoke', (url) => ['smoke', url]],
  ['sessions', (url) => ['sessions', url]],
  ['fork', (url) => ['fork', url, '--out', 'mine']],
  ['client', (url) => ['client', 'python', url, '--out', 'mine']],
  ['deploy', () => ['deploy', '--no-containers']],
  ['init', () => ['init', 'mine', '--package', 'no-such-package-of-ours'], ['mine']],
  ['build', () => ['build'], ['build', 'docker', 'worker.ts', 'wrangler.toml']],
]

test.each(INTERRUPTED)('Ctrl-C in the middle of %s ends it and what it runs, with 130 and a word', async (name, words, left = []) => {
  const { url, asked, connections } = await startSilentServer()
  const cwd = temporaryFolder()
  if (name === 'build') {
    writeContainerProject(cwd, './docker')
    writeSilentDocker(cwd, url)
  }
  const running = startCommand(words(`${url}/envs/chess`), { cwd, env: { ...askingOnly(url), WRANGLER_DOCKER_BIN: join(cwd, 'docker') } })
  await asked
  const said = running.line('interrupted')
  expect(await running.stop('SIGINT')).toBe(130)
  expect(await said).toBe('openenv-edge: interrupted.')
  await expect.poll(connections, { timeout: 10_000 }).toBe(0)
  expect(readdirSync(cwd).sort()).toEqual(left)
})

async function startSilentServer(): Promise<{ url: string; asked: Promise<void>; connections(): Promise<number> }> {
  const asked = Promise.withResolvers<void>()
  const silent = createServer(() => asked.resolve())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo
  const connections = () => new Promise<number>((resolve) => silent.getConnections((_, count) => resolve(count)))
  return { url: `http://127.0.0.1:${port}`, asked: asked.promise, connections }
}

/** Everything on the network is that server: the platform’s API and npm’s registry. */
function askingOnly(url: string): Record<string, string> {
  const account = { CLOUDFLARE_API_BASE_URL: url, CLOUDFLARE_API_TOKEN: 'some', CLOUDFLARE_ACCOUNT_ID: 'account' }
  return { ...account, npm_config_registry: url, npm_config_cache: temporaryFolder() }
}

/** A Docker whose build is as silent as its server. */
function writeSilentDocker(cwd: string, url: string): void {
  writeFileSync(join(cwd, 'docker'), `#!${process.execPath}\nif (process.argv[2] === 'build') fetch('${url}')\n`, { mode: 0o755 })
}

function expectScreen(text: string): void {
  const lines = stripVTControlCharacters(text).trimEnd().split('\n')
  expect(lines.length, text).toBeLessThanOrEqual(LINES)
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(COLUMNS)
}
