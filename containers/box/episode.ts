import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { JsonLines } from './json-lines.ts'

/** How long a forked interpreter has to report for work. */
const REPORT_MS = 20_000
/** The server's own folder: the user can connect to what is there, and make nothing. */
const FOLDER = '/run/box'

/** An episode's interpreter: a process that a kernel has forked. */
export interface Episode {
  readonly pid: number
  readonly lines: JsonLines
}

/** Has a kernel fork an interpreter, which calls back on a socket made for it alone. What it leaves there ends with it. */
export async function forkEpisode(kernel: JsonLines): Promise<Episode> {
  const path = `${FOLDER}/${randomUUID()}.sock`
  const server = createServer()
  try {
    await once(server.listen(path), 'listening')
    chmodSync(path, 0o666)
    const called = once(server, 'connection', { signal: AbortSignal.timeout(REPORT_MS) })
    const [[socket], forked] = await Promise.all([called as Promise<[Socket]>, kernel.ask({ op: 'fork', path })])
    return { pid: (forked as { pid: number }).pid, lines: new JsonLines(socket, socket) }
  } finally {
    server.close()
  }
}
