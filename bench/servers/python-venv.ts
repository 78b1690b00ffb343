import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OPENENV_VERSION } from '../cases.ts'

const run = promisify(execFile)
const FOLDER = join(import.meta.dirname, '../../.venvs', OPENENV_VERSION)
const PYTHON = `${FOLDER}/bin/python`

/** The Python of a virtual environment with the compared OpenEnv release; made on first use, kept for the next. */
export async function pythonWith(requirements: readonly string[]): Promise<string> {
  if (!existsSync(PYTHON)) await run('python3', ['-m', 'venv', FOLDER])
  const wanted = [`openenv==${OPENENV_VERSION}`, 'uvicorn', ...requirements]
  if (!(await isInstalled(wanted))) await run(PYTHON, ['-m', 'pip', 'install', '-q', ...wanted])
  return PYTHON
}

async function isInstalled(requirements: readonly string[]): Promise<boolean> {
  const check = 'import sys; from importlib.metadata import version; [version(name.split("==")[0]) for name in sys.argv[1:]]'
  try {
    await run(PYTHON, ['-c', check, ...requirements])
    return true
  } catch {
    return false
  }
}
