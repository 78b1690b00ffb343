import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Versions of the PyPI distribution `openenv`: the newest; the first that calls tools over HTTP; the one that `verifiers[openenv]` resolves to; the last whose client
 * was async only, of 2025.
 */
export const CLIENT_VERSIONS = ['0.10.0', '0.6.0', '0.4.1', '0.2.3'] as const
export type ClientVersion = (typeof CLIENT_VERSIONS)[number]

const ROOT = join(import.meta.dirname, '..')
const VENVS = join(ROOT, '.venvs')
/** The dependencies of every version's client and server, in one place; gradio, pandas and openai, which neither needs, are 340 MB more. */
const DEPENDENCIES = join(ROOT, 'tests/interop/python/requirements.txt')

/** The interpreter of a client version's venv. */
export function pythonOf(version: ClientVersion): string {
  return join(VENVS, version, 'bin/python')
}

/** Makes a venv per client version where there is none: the stock wheel, unchanged. Needs python3 with pip or with ensurepip. */
export function preparePython(): void {
  mkdirSync(VENVS, { recursive: true })
  const shared = join(VENVS, 'dependencies')
  prepare(shared, readFileSync(DEPENDENCIES, 'utf8'), () => pip(shared, ['-r', DEPENDENCIES]))
  for (const version of CLIENT_VERSIONS) {
    const venv = join(VENVS, version)
    prepare(venv, `openenv==${version}`, () => {
      pip(venv, ['--no-deps', `openenv==${version}`])
      const folder = sitePackages(venv)
      writeFileSync(join(folder, 'dependencies.pth'), sitePackages(shared))
    })
  }
}

/**
 * The interpreter of a venv of its own with a requirements file's packages, made where there is none: for oracles of single tests. A
 * complete file names every package: it is installed without looking for more, which takes pip minutes in a large framework.
 */
export function prepareVenv(name: string, requirements: string, { isComplete = false } = {}): string {
  mkdirSync(VENVS, { recursive: true })
  const venv = join(VENVS, name)
  prepare(venv, readFileSync(requirements, 'utf8'), () => pip(venv, [...(isComplete ? ['--no-deps'] : []), '-r', requirements]))
  return join(venv, 'bin/python')
}

/** Makes a venv anew unless it is there with just this content. The note of its content is written last. */
function prepare(venv: string, content: string, install: () => void): void {
  const note = join(venv, 'content.txt')
  if (existsSync(note) && readFileSync(note, 'utf8') === content) return
  console.log(`Preparing ${venv}`)
  rmSync(venv, { recursive: true, force: true })
  run('python3', ['-m', 'venv', '--without-pip', venv])
  install()
  writeFileSync(note, content)
}

/** Installs into a venv that has no pip itself; `--target` is what every pip understands. */
function pip(venv: string, packages: readonly string[]): void {
  const options = ['--quiet', '--disable-pip-version-check', '--target', sitePackages(venv)]
  run(pythonWithPip(), ['-m', 'pip', 'install', ...options, ...packages])
}

/** The machine's python3, or one with the pip that Python brings along: distributions package either without the other. */
function pythonWithPip(): string {
  if (spawnSync('python3', ['-m', 'pip', '--version']).status === 0) return 'python3'
  const venv = join(VENVS, 'pip')
  const python = join(venv, 'bin/python')
  if (!existsSync(python)) run('python3', ['-m', 'venv', venv])
  return python
}

function sitePackages(venv: string): string {
  return run(join(venv, 'bin/python'), ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))']).trim()
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, error } = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `exit code ${status}`}`)
  return stdout
}

if (import.meta.main) preparePython()
