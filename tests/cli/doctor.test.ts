import { createServer } from 'node:net'
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

test('a port in use is seen', async () => {
  const busy = createServer()
  const isOurs = await new Promise<boolean>((resolve) => {
    busy.once('error', () => resolve(false)).listen(8000, '127.0.0.1', () => resolve(true))
  })
  onTestFinished(() => void (isOurs && busy.close()))
  const { stdout } = await runCli(['doctor', '--json'], { env: { CLOUDFLARE_API_TOKEN: 'some' } })
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ name: 'port 8000', isFine: false, seen: 'in use' }))
})
