import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { pidsOf } from '../process-usage.ts'

/** A server that answers on loopback, alone in its process group. */
export interface RunningServer extends AsyncDisposable {
  readonly port: number
  /** The process group: everything that the server started is in it, or descends from it. */
  readonly group: number
}

/** How to start a server on a port. It is ready when `GET /health` answers 200. */
export interface Command {
  readonly program: string
  readonly parameters: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly folder?: string
}

const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 5_000
const POLL_MS = 25

/** Starts a server on a free port and waits until it answers; disposing of it ends its whole process group. */
export async function startServer(name: string, commandFor: (port: number) => Command): Promise<RunningServer> {
  const port = await freePort()
  const command = commandFor(port)
  const child = spawn(command.program, command.parameters, {
    detached: true,
    cwd: command.folder,
    env: { ...process.env, ...command.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = keepTail(child)
  await once(child, 'spawn')
  const group = child.pid ?? 0
  const endAtExit = (): void => signalGroup(group, 'SIGKILL')
  process.once('exit', endAtExit)
  const dispose = async (): Promise<void> => {
    await endGroup(group)
    process.off('exit', endAtExit)
  }
  try {
    await answersHealth(child, port)
  } catch (cause) {
    await dispose()
    throw new Error(`The server "${name}" did not start.\n${output()}`, { cause })
  }
  return { port, group, [Symbol.asyncDispose]: dispose }
}

async function answersHealth(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`It ended with exit code ${child.exitCode}.`)
    try {
      const response = await fetch(`http://127.0.0.1:${port}/health`)
      await response.arrayBuffer()
      if (response.status === 200) return
    } catch {
      // not listening yet
    }
    await delay(POLL_MS)
  }
  throw new Error(`GET /health gave no 200 within ${START_TIMEOUT_MS / 1000} s.`)
}

/** The last lines a server printed, to explain a failed start. */
function keepTail(child: ChildProcess): () => string {
  let tail = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      tail = (tail + chunk.toString()).slice(-4000)
    })
  }
  return () => tail
}

async function endGroup(group: number): Promise<void> {
  signalGroup(group, 'SIGTERM')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (pidsOf(group).length > 0) {
    if (Date.now() > deadline) signalGroup(group, 'SIGKILL')
    await delay(POLL_MS)
  }
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // the group has ended
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port on loopback.')
  return address.port
}
