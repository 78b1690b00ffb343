import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli, temporaryFolder } from './cli.ts'
import { npm, unpackPackage } from './project.ts'
import { writeSource } from './python-folder.ts'
import { LAYOUTS } from './python-layouts.ts'

test.each(LAYOUTS)(
  '$title: what it is, how it is built and where it listens are found without running it',
  async ({ files, found, says }) => {
    const cwd = temporaryFolder()
    const { code, stdout, stderr } = await runCli(['import', writeSource(files), '--out', 'made', '--json'], { cwd })
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject(found)
    const dockerfile = readFileSync(join(cwd, 'made/source', found.dockerfile), 'utf8')
    for (const line of says) expect(dockerfile).toContain(line)
    expect(readFileSync(join(cwd, 'made/environment.ts'), 'utf8')).toContain(`port: ${found.port},`)
    const configuration = readFileSync(join(cwd, 'made/wrangler.toml'), 'utf8')
    expect(configuration).toContain(
      `image = "./source/${found.dockerfile}"\nimage_build_context = "./source/${found.context === '.' ? '' : found.context}"`,
    )
  },
)

test('a server of openenv init 0.2 reaches the imports that it falls back on', async () => {
  const cwd = temporaryFolder()
  const app =
    'try:\n    from ..models import MyAction\n    from .mine import Mine\nexcept ModuleNotFoundError:\n    from models import MyAction\n'
  const source = writeSource({ ...LAYOUTS[0].files, 'server/app.py': app })
  const { stdout } = await runCli(['import', source, '--out', 'made'], { cwd })
  expect(stdout).toContain('server/app.py reaches its fallback imports')
  expect(readFileSync(join(cwd, 'made/source/server/app.py'), 'utf8')).toBe(app.replace('ModuleNotFoundError', 'ImportError'))
})

test('an imported project passes its own test and type check; caches and secrets are left behind', async () => {
  const { folder: cwd, bin } = unpackPackage()
  const [{ files }] = LAYOUTS
  const source = writeSource({ ...files, '.env': 'KEY=1', '.git/HEAD': 'x', 'server/__pycache__/app.pyc': '' })
  expect(await runCli(['import', source, '--out', 'made', '--name', 'mine'], { cwd, bin })).toMatchObject({ code: 0, stderr: '' })
  const project = join(cwd, 'made')
  expect(readdirSync(join(project, 'source'))).toEqual(['models.py', 'openenv.yaml', 'pyproject.toml', 'server'])
  expect(readdirSync(join(project, 'source/server'))).toEqual(['Dockerfile', 'app.py'])
  expect(npm(project, 'test')).toMatchObject({ status: 0, output: expect.stringContaining('pass 1') })
  expect(npm(project, 'run', '-s', 'check')).toEqual({ status: 0, output: '' })

  const again = await runCli(['import', source, '--out', 'made'], { cwd })
  expect([again.code, again.stderr]).toEqual([1, 'openenv-edge: made is not empty. Choose a new folder with --out.\n'])
}, 120_000)

test.each([
  [['import'], 2, 'Missing required positional argument: DIR'],
  [['import', 'missing'], 2, 'No such folder: missing.'],
  [['import', '.', '--name', '1st'], 2, '--name takes an environment name, such as my_env, not "1st".'],
  [['import', '.'], 1, 'has no Dockerfile, no FastAPI application, no verifiers and no ORS environment: nothing to import.'],
])('%j: exit code %i, and nothing is written', async (words, exitCode, message) => {
  const cwd = temporaryFolder()
  const { code, stderr } = await runCli(words, { cwd })
  expect([code, stderr]).toEqual([exitCode, expect.stringContaining(message)])
  expect(existsSync(cwd) && readdirSync(cwd)).toEqual([])
})
