import { expect, test } from 'vitest'
import { runCli } from './cli.ts'

test('without a command it lists the commands', async () => {
  const { code, stdout } = await runCli([])
  expect(stdout).toMatch(/serve +Serve environments/)
  expect(code).toBe(0)
})

test('the version is the package’s', async () => {
  expect((await runCli(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test.each([
  [['sreve'], 'openenv-edge: No command named "sreve". Known: init, '],
  [['serve', '--prot', '1'], 'openenv-edge: "serve" has no flag --prot. See: openenv-edge serve --help\n'],
  [['serve', '--data'], 'openenv-edge: --data needs a value. See: openenv-edge serve --help\n'],
  [['serve', '--host', '--memory'], 'openenv-edge: --host needs a value. See: openenv-edge serve --help\n'],
  [['serve', '--port', '70000'], 'openenv-edge: --port takes a number from 0 to 65535, not "70000".\n'],
  [['serve', '--port', ''], 'openenv-edge: --port takes a number from 0 to 65535, not "".\n'],
])('%j is a wrong call: exit code 2 and one line', async (words, message) => {
  const { code, stdout, stderr } = await runCli(words)
  expect(stderr).toContain(message)
  expect([code, stdout]).toEqual([2, ''])
})

test('an old Node is told which one is needed, before anything else is loaded', async () => {
  const preload = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.11.0"}})'
  const { code, stderr } = await runCli(['serve'], { node: ['--import', preload] })
  expect(stderr).toContain('openenv-edge needs Node 22.12 or newer; this is 20.11.0. Try: npm install --save-dev node@24')
  expect(code).toBe(1)
})
