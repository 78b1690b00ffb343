import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleForNode } from '../bundle.ts'
import { runChild } from '../child.ts'
import { CommandError } from '../command-error.ts'
import type { Tools } from '../tools.ts'
import type { Scratch } from '../workerd-guard.ts'
import type { FileFindings, FileReport } from './file-child.ts'
import type { Result } from './report.ts'

/**
 * Runs `checkEnvironment` on what a file exports, in a child that can be killed: an author's endless loop cannot be interrupted in any
 * other way.
 */
export async function checkFile(
  file: string,
  timeoutS: number,
  { tools, scratch }: { tools: Tools; scratch: Scratch },
): Promise<{ names: string[]; results: Result[] }> {
  const bundle = join(scratch.path, 'environments.mjs')
  writeFileSync(bundle, await bundleForNode(file, tools))
  const started = performance.now()
  const report = join(scratch.path, 'findings.json')
  const words = [join(import.meta.dirname, `file-child${import.meta.filename.slice(-3)}`), bundle, report]
  const { code, signal, stderr } = await runChild(process.execPath, words, { timeout: timeoutS * 1000, killSignal: 'SIGKILL' })
  const seconds = (performance.now() - started) / 1000
  const { found, checking }: FileReport = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { found: [] }
  const results = found.flatMap((one) => toResults(one, seconds))
  if (signal === 'SIGKILL') return { names: [], results: [...results, notEnded(checking, timeoutS, seconds)] }
  if (code !== 0) throw new CommandError(`${file} cannot be loaded:\n${stderr.trim()}`)
  if (found.length === 0) throw new CommandError(`${file} exports no environment. Export what defineEnvironment returns.`)
  return { names: found.map(({ name }) => name), results }
}

/** `name` is undefined where not even the file has been loaded. */
function notEnded(name: string | undefined, timeoutS: number, seconds: number): Result {
  const what = name === undefined ? 'What the file does when it is loaded' : `${name}: a reset or a step`
  return { id: 'openenv_edge.ends', status: 'fail', message: `${what} has not ended after ${timeoutS} s.`, seconds }
}

function toResults({ name, findings }: FileFindings, seconds: number): Result[] {
  if (findings.length === 0) return [{ id: `openenv_edge.check(${name})`, status: 'pass', seconds }]
  return findings.map(({ rule, level, message }) => ({
    id: `openenv_edge.${rule}`,
    status: level === 'error' ? 'fail' : 'warn',
    message: `${name}: ${message}`,
    seconds,
  }))
}
