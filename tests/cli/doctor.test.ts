import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCli, temporaryFolder } from './cli.ts'

test('what is there is told, and what is missing comes with its remedy', async () => {
  const home = temporaryFolder()
  const env = { HOME: home, XDG_CONFIG_HOME: home, CLOUDFLARE_API_TOKEN: '', PATH: home }
  const { code, stdout } = await runCli(['doctor'], { env })
  expect(stdout).toMatch(/^ok {7}Node {8}\d+\./)
  expect(stdout).toMatch(/ok {7}wrangler {4}with workerd 20/)
  expect(stdout).toContain('missing  Docker      no engine answers\n         needed for environments in containers: install Docker')
  expect(stdout).toContain('missing  Cloudflare  not logged in\n         needed for “deploy”: npx wrangler login')
  expect(code).toBe(0)
}, 120_000)

test('a Docker without buildx comes with what to install', async () => {
  const home = temporaryFolder()
  const docker = join(home, 'docker')
  const answers = `case "$1" in info) echo 28.2.2;; buildx) [ "$BUILDX" ] && echo "github.com/docker/buildx $BUILDX abc";; esac`
  writeFileSync(docker, `#!/bin/sh\n${answers}\n`, { mode: 0o755 })
  const env = { HOME: home, XDG_CONFIG_HOME: home, CLOUDFLARE_API_TOKEN: 'some', WRANGLER_DOCKER_BIN: docker, PATH: home }
  const { code, stdout } = await runCli(['doctor'], { env })
  expect(stdout).toContain(
    'ok       Docker      28.2.2\nmissing  buildx      this Docker has none\n         needed for Dockerfiles with “RUN',
  )
  expect(stdout).toContain('install docker-buildx (Debian, Ubuntu) or docker-buildx-plugin')
  expect(code).toBe(0)
  const found = await runCli(['doctor'], { env: { ...env, BUILDX: 'v0.30.1' } })
  expect(found.stdout).toContain('ok       buildx      v0.30.1\n')
})

test('a port in use is seen', async () => {
  const busy = createServer()
  const isOurs = await new Promise<boolean>((resolve) => {
    busy.once('error', () => resolve(false)).listen(8000, '127.0.0.1', () => resolve(true))
  })
  onTestFinished(() => void (isOurs && busy.close()))
  const { stdout } = await runCli(['doctor', '--json'], { env: { CLOUDFLARE_API_TOKEN: 'some' } })
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ name: 'port 8000', isFine: false, seen: 'in use' }))
})
