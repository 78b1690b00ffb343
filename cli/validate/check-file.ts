import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleForNode } from '../bundle.ts'
import { runChild } from '../child.ts'
import { CommandError } from '../command-error.ts'
import type { Tools } from '../tools.ts'
import type { Scratch } from '../workerd-guard.ts'
import type { FileFindings } from './file-child.ts'
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
  const words = [join(import.meta.dirname, `file-child${import.meta.filename.slice(-3)}`), bundle]
  const { code, signal, stdout, stderr } = await runChild(process.execPath, words, { timeout: timeoutS * 1000, killSignal: 'SIGKILL' })
  const seconds = (performance.now() - started) / 1000
  if (signal === 'SIGKILL') {
    return {
      names: [],
      results: [
        {
          id: 'openenv_edge.ends',
          status: 'fail',
          message: `A reset or a step has not ended after ${timeoutS} s.`,
          seconds,
        },
      ],
    }
  }
  if (code !== 0) throw new CommandError(`${file} cannot be loaded:\n${stderr.trim()}`)
  const found = JSON.parse(stdout) as FileFindings[]
  if (found.length === 0) throw new CommandError(`${file} exports no environment. Export what defineEnvironment returns.`)
  return { names: found.map(({ name }) => name), results: found.flatMap((one) => toResults(one, seconds)) }
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
