import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { preparePython, pythonOf } from '../../scripts/prepare-python.ts'
import { OPENENV_VERSION } from '../cases.ts'

const run = promisify(execFile)
const VENVS = join(import.meta.dirname, '../../.venvs')

/**
 * The Python that runs the compared OpenEnv release: the interop tests' own venv, or, where a case needs more than OpenEnv, one
 * that sees both. Made on first use, kept for the next.
 */
export async function pythonWith(name: string, requirements: readonly string[]): Promise<string> {
  preparePython()
  if (requirements.length === 0) return pythonOf(OPENENV_VERSION)
  const venv = join(VENVS, `bench-${name}`)
  const python = join(venv, 'bin/python')
  const note = join(venv, 'content.txt')
  if (existsSync(note)) return python
  await run('python3', ['-m', 'venv', '--without-pip', venv])
  await run('python3', ['-m', 'pip', '--python', python, '--disable-pip-version-check', 'install', '-q', ...requirements])
  const stock = await sitePackages(pythonOf(OPENENV_VERSION))
  const shared = await sitePackages(join(VENVS, 'dependencies/bin/python'))
  await writeFile(join(await sitePackages(python), 'stock.pth'), `${stock}\n${shared}\n`)
  await writeFile(note, requirements.join('\n'))
  return python
}

async function sitePackages(python: string): Promise<string> {
  const { stdout } = await run(python, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'])
  return stdout.trim()
}
