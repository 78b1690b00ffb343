import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli, startServer, temporaryFolder } from './cli.ts'
import { makeProject, npm } from './project.ts'

test('a new project, with the packed package alone, passes its own test and type check, and is served', async () => {
  const project = await makeProject('my_env')
  expect(npm(project, 'test')).toMatchObject({ status: 0, output: expect.stringContaining('pass 1') })
  expect(npm(project, 'run', '-s', 'check')).toEqual({ status: 0, output: '' })

  const { url } = await startServer(['dev', 'worker.ts', '--port', '0'], { cwd: project })
  expect(await (await fetch(`${url}/envs`)).json()).toMatchObject([{ name: 'my_env', examples: [{ guess: 50 }] }])
}, 120_000)

test.each(['tools', 'container'])(
  'a project of the template %s passes its own test and type check',
  async (template) => {
    const project = await makeProject('my_env', '--template', template)
    expect(npm(project, 'test')).toMatchObject({ status: 0, output: expect.stringContaining('fail 0') })
    expect(npm(project, 'run', '-s', 'check')).toEqual({ status: 0, output: '' })
  },
  120_000,
)

test('a folder with dashes names a snake_case environment', async () => {
  const cwd = temporaryFolder()
  const { code, stdout } = await runCli(['init', 'my-first-env', '--no-install', '--package', '1.2.3'], { cwd })
  expect([code, stdout]).toEqual([
    0,
    'openenv-edge: made my-first-env. Next:\n  cd my-first-env\n  npm install\n  npm run dev\n  npm test\n  npm run deploy\n',
  ])
  expect(readFileSync(join(cwd, 'my-first-env/environment.ts'), 'utf8')).toContain("name: 'my_first_env'")
  const manifest: unknown = JSON.parse(readFileSync(join(cwd, 'my-first-env/package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: 'my-first-env', dependencies: { 'openenv-edge': '1.2.3' } })
  expect(readdirSync(join(cwd, 'my-first-env'))).toContain('.gitignore')
})

test('a folder that is not empty is left as it is', async () => {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'mine'))
  writeFileSync(join(cwd, 'mine/notes.txt'), 'mine')
  const { code, stderr } = await runCli(['init', 'mine', '--no-install'], { cwd })
  expect([code, stderr]).toEqual([1, 'openenv-edge: mine is not empty. Choose a new folder.\n'])
  expect(readdirSync(join(cwd, 'mine'))).toEqual(['notes.txt'])
})

test.each([
  [['init'], 'init needs a name: openenv-edge init my_env'],
  [['init', '1st'], '"1st" is no environment name: use a-z, 0-9, _ and start with a letter, as in my_env.'],
  [['init', 'mine', '--template', 'chess'], 'Expected one of: typed'],
])('%j is a wrong call, and nothing is written', async (words, message) => {
  const cwd = temporaryFolder()
  const { code, stderr } = await runCli(words, { cwd })
  expect(stderr).toContain(message)
  expect(code).toBe(2)
  expect(readdirSync(cwd)).toEqual([])
})

test('an install that fails says so, and what to do', async () => {
  const cwd = temporaryFolder()
  const { code, stderr } = await runCli(['init', 'mine', '--package', 'no such spec!'], { cwd })
  expect(stderr).toContain('The project is written, but npm install failed:')
  expect(code).toBe(1)
  expect(existsSync(join(cwd, 'mine/environment.ts'))).toBe(true)
})
