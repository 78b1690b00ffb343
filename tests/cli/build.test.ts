import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runCli, temporaryFolder } from './cli.ts'
import { COUNTER } from './counter.ts'
import { makeProject, writeContainerProject } from './project.ts'

const report = z.object({
  out: z.literal('build'),
  typesChecked: z.boolean(),
  images: z.array(z.string()),
  size: z.object({ bytes: z.int(), gzip: z.int(), parts: z.array(z.object({ name: z.string(), bytes: z.int(), gzip: z.int() })) }),
})

test('a project is type-checked and bundled, and its size is told by part', async () => {
  const cwd = await makeProject('my_env')
  const { code, stdout, stderr } = await runCli(['build', '--json'], { cwd })
  expect([code, stderr]).toEqual([0, ''])
  const { typesChecked, size } = report.parse(JSON.parse(stdout))
  expect(typesChecked).toBe(true)
  expect(size.bytes).toBe(readFileSync(join(cwd, 'build/main.js')).length)
  expect(size.parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeGreaterThan(size.bytes * 0.98)
  expect(size.parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['this project', 'openenv-edge', 'hono', 'zod']))

  writeFileSync(join(cwd, 'environment.ts'), `${readFileSync(join(cwd, 'environment.ts'), 'utf8')}\nexport const wrong: number = 'text'\n`)
  const broken = await runCli(['build', '--out', 'next'], { cwd })
  expect(broken.stderr).toMatch(/^openenv-edge: The types do not hold:\nenvironment\.ts\(\d+,14\): error TS2322/)
  expect([broken.code, existsSync(join(cwd, 'next'))]).toEqual([1, false])
}, 180_000)

test('--self-host adds what a Docker build needs; a folder that is no build is left as it is', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'counter.ts'), COUNTER)
  const { code, stdout } = await runCli(['build', 'counter.ts', '--self-host'], { cwd })
  expect(stdout).toMatch(
    /zod +[\d.]+ KiB +[\d.]+ KiB[\s\S]+Types were not checked: there is no tsconfig\.json\.\nNext: docker build -t my-env build/,
  )
  expect(code).toBe(0)
  expect(readdirSync(join(cwd, 'build')).sort()).toEqual(['Dockerfile', 'main.js', 'start.sh', 'worker.capnp', 'workerd'])
  mkdirSync(join(cwd, 'mine'))
  const refused = await runCli(['build', 'counter.ts', '--out', 'mine'], { cwd })
  expect([refused.code, refused.stderr]).toEqual([1, 'openenv-edge: mine is there and is no build. Choose another --out.\n'])
}, 120_000)

test('declared images without a Docker engine: the worker is built, and it is said what is not', async () => {
  const cwd = temporaryFolder()
  writeContainerProject(cwd, './Dockerfile')
  writeFileSync(join(cwd, 'Dockerfile'), 'FROM scratch\n')
  const env = { WRANGLER_DOCKER_BIN: join(cwd, 'no-docker') }
  const { code, stderr } = await runCli(['build'], { cwd, env })
  expect(stderr).toContain('The worker is built, its image is not: no Docker engine answers. Start one, or say --no-containers.')
  expect([code, existsSync(join(cwd, 'build/main.js'))]).toEqual([1, true])
  expect(await runCli(['build', '--no-containers'], { cwd, env })).toMatchObject({ code: 0, stderr: '' })
}, 120_000)

test.each([
  [['build', 'missing.ts'], 1, 'No such file: missing.ts.'],
  [['build', '--tag', 'no tag'], 2, '--tag takes an image\'s tag, not "no tag".'],
  [['build', '--bundle'], 2, '"build" has no flag --bundle. See: openenv-edge build --help'],
])('%j: exit code %i, and nothing is written', async (words, exitCode, message) => {
  const cwd = temporaryFolder()
  const { code, stderr } = await runCli(words, { cwd })
  expect([code, stderr]).toEqual([exitCode, expect.stringContaining(message)])
  expect(readdirSync(cwd)).toEqual([])
})
