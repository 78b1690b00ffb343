import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { type ClientVersion, pythonOf } from '../../scripts/prepare-python.ts'

export interface PythonOptions {
  readonly variables?: Readonly<Record<string, string>>
  /** Called with its standard input, which it must end; absent: there is none. */
  onStart?(input: Writable): void
  /** Called with each line of JSON as it comes. */
  onLine?(line: unknown): void
}

/** Runs a script of `tests/interop/python` under a client version; resolves to the lines of JSON that it printed. Rejects when it fails. */
export function runPython(
  version: ClientVersion,
  script: string,
  args: readonly (string | number)[],
  options: PythonOptions = {},
): Promise<unknown[]> {
  return runScript(pythonOf(version), join(import.meta.dirname, 'python', script), args, options)
}

/** Runs a script, given by its path, under an interpreter. */
export async function runScript(
  interpreter: string,
  script: string,
  args: readonly (string | number)[],
  { variables, onStart, onLine }: PythonOptions = {},
): Promise<unknown[]> {
  const child = spawn(interpreter, [script, ...args.map(String)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1', ...variables },
  })
  if (onStart) onStart(child.stdin)
  else child.stdin.end()
  const lines: unknown[] = []
  const errors: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => void errors.push(text))
  createInterface(child.stdout).on('line', (text) => {
    const line: unknown = JSON.parse(text)
    lines.push(line)
    onLine?.(line)
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${script} under ${interpreter} ended with ${code}.\n${errors.join('')}`)
  return lines
}
