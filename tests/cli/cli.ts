import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

export const BIN = join(import.meta.dirname, '../../dist/cli/bin.js')

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Record<string, string>
  readonly input?: string
  /** Flags of Node itself. */
  readonly node?: readonly string[]
  /** Another copy of the command line than this repository's. */
  readonly bin?: string
}

/** Runs a command line of the built CLI to its end. */
export async function runCli(words: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const child = startCli(words, options)
  child.stdin?.end(options.input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}

/** A command that runs until it is stopped. It ends with the test. */
export interface Running {
  readonly child: ChildProcess
  /** Waits for the next line of its output that contains `part`. */
  line(part: string): Promise<string>
  /** Ends it, and resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export function startCommand(words: readonly string[], options: RunOptions = {}): Running {
  const child = startCli(words, options)
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface(stream).on('line', (line) => lines.push(line) && child.emit('line'))
  async function line(part: string): Promise<string> {
    for (;;) {
      const found = lines.findIndex((candidate) => candidate.includes(part))
      if (found >= 0) return lines.splice(0, found + 1).at(-1) ?? ''
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended without saying "${part}":\n${lines.join('\n')}`)
      await Promise.race([once(child, 'line'), once(child, 'close')])
    }
  }
  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await once(child, 'close')
    }
    return child.exitCode
  }
  onTestFinished(async () => void (await stop()))
  return { child, line, stop }
}

export interface Server extends Running {
  readonly url: string
  readonly port: number
  readonly readiness: string
}

/** Starts a command that serves, and waits for its readiness line. */
export async function startServer(words: readonly string[], options: RunOptions = {}): Promise<Server> {
  const running = startCommand(words, options)
  const readiness = await running.line('openenv-edge: http')
  const url = /http:\S+/.exec(readiness)?.[0] ?? ''
  return { ...running, url, port: Number(new URL(url).port), readiness }
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cli-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** True when something listens on a loopback port. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

export function startCli(words: readonly string[], { cwd, env, node = [], bin = BIN }: RunOptions): ChildProcess {
  const child = spawn(process.execPath, [...node, bin, ...words], {
    cwd: cwd ?? temporaryFolder(),
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function text(stream: NodeJS.ReadableStream | null): Promise<string> {
  let all = ''
  for await (const chunk of stream ?? []) all += chunk
  return all
}
