import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { runCli, temporaryFolder } from './cli.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * A project as `init` makes it, with the packed tarball of this package and, in place of `npm install`, links to the packages of
 * this repository: no network, the same files.
 */
export async function makeProject(name: string): Promise<string> {
  const parent = temporaryFolder()
  const { code, stderr } = await runCli(['init', name, '--no-install'], { cwd: parent })
  if (code !== 0) throw new Error(stderr)
  const project = join(parent, name)
  linkPackages(join(project, 'node_modules'))
  unpack(parent, join(project, 'node_modules/openenv-edge'))
  return project
}

/** Runs an npm script of a project. */
export function npm(project: string, ...words: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd: project, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

function linkPackages(folder: string): void {
  mkdirSync(folder)
  const packages = join(ROOT, 'node_modules')
  for (const name of readdirSync(packages)) if (name !== '.package-lock.json') symlinkSync(join(packages, name), join(folder, name))
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
