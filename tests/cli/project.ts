import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCli, temporaryFolder } from './cli.ts'
import { COUNTER } from './counter.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * A project as `init` makes it, with the packed tarball of this package and, in place of `npm install`, links to the packages of
 * this repository: no network, the same files.
 */
export async function makeProject(name: string, ...words: string[]): Promise<string> {
  const { folder, bin } = unpackPackage()
  const { code, stderr } = await runCli(['init', name, '--no-install', ...words], { cwd: folder, bin })
  if (code !== 0) throw new Error(stderr)
  return join(folder, name)
}

/** A folder with this package in it, as npm would install it from its tarball, and nothing else of this repository's files. */
export function unpackPackage(): { folder: string; bin: string } {
  const folder = temporaryFolder()
  const modules = join(folder, 'node_modules')
  linkPackages(modules)
  unpack(folder, join(modules, 'openenv-edge'))
  const bin = join(modules, 'openenv-edge/dist/cli/bin.js')
  symlinkSync(bin, join(modules, '.bin/openenv-edge'))
  return { folder, bin }
}

/** A project of one file that declares an image beside its environment; `image` is its Dockerfile, from the folder. */
export function writeContainerProject(folder: string, image: string): void {
  writeFileSync(
    join(folder, 'worker.ts'),
    `${COUNTER}\nimport { createWorker, EnvironmentSession, StockContainer } from 'openenv-edge/workers'
export class Sessions extends EnvironmentSession { environments = [counter] }
export class Mine extends StockContainer {}
export default createWorker({ environments: [counter] })`,
  )
  writeFileSync(
    join(folder, 'wrangler.toml'),
    `name = "mine"\nmain = "worker.ts"\ncompatibility_date = "2026-11-01"
[[containers]]\nclass_name = "Mine"\nimage = "${image}"
[[durable_objects.bindings]]\nname = "MINE"\nclass_name = "Mine"
[[migrations]]\ntag = "v1"\nnew_sqlite_classes = ["Mine"]\n`,
  )
}

/** Runs an npm script of a project. */
export function npm(project: string, ...words: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd: project, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

function linkPackages(folder: string): void {
  const packages = join(ROOT, 'node_modules')
  for (const [from, to] of [
    [packages, folder],
    [join(packages, '.bin'), join(folder, '.bin')],
  ] as const) {
    mkdirSync(to)
    for (const name of readdirSync(from)) if (!/^\.(bin|package-lock\.json)$/.test(name)) symlinkSync(join(from, name), join(to, name))
  }
}

function unpack(parent: string, target: string): void {
  const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--pack-destination', parent], { cwd: ROOT, encoding: 'utf8' })
  mkdirSync(target)
  const { status, stderr } = spawnSync('tar', [
    '-xzf',
    join(parent, packed.stdout.trim().split('\n').at(-1) ?? ''),
    '--strip-components=1',
    '-C',
    target,
  ])
  if (status !== 0) throw new Error(`The package was not unpacked: ${packed.stderr}${stderr}`)
}
