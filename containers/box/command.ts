import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { ExecRequest, ExecResult, Limit } from '../../core/box/protocol.ts'
import { Output } from './output.ts'
import type { Sessions } from './sessions.ts'
import { DEFAULT_LIMITS, spawnAsUser, type User } from './user.ts'

const DEFAULT_TIMEOUT_MS = 120_000
const DEFAULT_OUTPUT_BYTES = 1024 ** 2
/** How long output may still arrive from a pipe that a background process holds open. */
const DRAIN_MS = 100

/** Told what a command prints while it runs. */
export type OutputListener = (stream: 'stdout' | 'stderr', text: string) => void

/** Runs one command to its end, or to a limit. Its process group dies with it, and so does what has left the group. */
export async function runCommand(
  request: ExecRequest,
  { user, sessions, signal, listener }: { user: User; sessions: Sessions; signal: AbortSignal; listener: OutputListener | undefined },
): Promise<ExecResult> {
  const started = performance.now()
  const maxMemoryBytes = request.maxMemoryBytes ?? DEFAULT_LIMITS.memoryBytes
  // Without --norc a bash whose input is a socket takes itself for a remote shell and runs what the session wrote to ~/.bashrc.
  const argv = typeof request.command === 'string' ? ['/bin/bash', '--norc', '-c', request.command] : request.command
  const { cwd, env } = request
  const child = start(user, argv, { cwd, env, stdio: 'pipe', limits: { ...DEFAULT_LIMITS, memoryBytes: maxMemoryBytes } })
  if (child instanceof Error) return failedStart({ exitCode: 126, problem: child.message }, started)
  const exit = waitForExit(child)
  const { pid } = child
  if (pid === undefined) return failedStart(await exit, started)

  const session = pid
  sessions.add(session)
  const { stdin, stdout, stderr } = pipesOf(child)
  const maxOutputBytes = request.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES
  const out = new Output(stdout, maxOutputBytes, (text) => listener?.('stdout', text))
  const err = new Output(stderr, maxOutputBytes, (text) => listener?.('stderr', text))
  // A command that does not read its input is no failure.
  stdin.on('error', () => {})
  stdin.end(request.stdin ?? '')

  let limit: Limit | null = null
  function stopBy(reason: Limit): void {
    limit ??= reason
    sessions.end(session)
  }
  const timer = setTimeout(() => stopBy('time'), request.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const unwatch = sessions.watch(session, maxMemoryBytes, stopBy)
  const onAbort = () => sessions.end(session)
  signal.addEventListener('abort', onAbort, { once: true })

  const { exitCode } = await exit
  clearTimeout(timer)
  unwatch()
  signal.removeEventListener('abort', onAbort)
  if (request.keepBackground !== true) sessions.end(session)
  await drain([stdout, stderr])
  const truncated = out.truncated || err.truncated
  return { exitCode, stdout: out.text, stderr: err.text, truncated, limit, durationMs: performance.now() - started }
}

/** A command too long for the kernel is an exception of Node's; all else that keeps it from starting is an event. */
function start(...parameters: Parameters<typeof spawnAsUser>): ChildProcess | Error {
  try {
    return spawnAsUser(...parameters)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'E2BIG') return error
    throw error
  }
}

interface Exit {
  readonly exitCode: number
  readonly problem?: string
}

function waitForExit(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ exitCode: 126, problem: error.message }))
    child.once('exit', (code, signal) => resolve({ exitCode: code ?? 128 + (signal === null ? 0 : constants.signals[signal]) }))
  })
}

/** The folder is missing or not the user's to enter, or no process is left to be had. */
function failedStart({ exitCode, problem }: Exit, started: number): ExecResult {
  const stderr = `${problem ?? 'the command did not start'}\n`
  return { exitCode, stdout: '', stderr, truncated: false, limit: null, durationMs: performance.now() - started }
}

function pipesOf({ stdin, stdout, stderr }: ChildProcess): { stdin: Writable; stdout: Readable; stderr: Readable } {
  if (stdin === null || stdout === null || stderr === null) throw new TypeError('The command was started without pipes.')
  return { stdin, stdout, stderr }
}

/** Waits until both pipes have ended, or for a moment when something in the background still holds them. */
async function drain(streams: readonly Readable[]): Promise<void> {
  const ended = Promise.all(streams.map((stream) => (stream.readableEnded || stream.destroyed ? undefined : once(stream, 'close'))))
  const timeout = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())
  await Promise.race([ended, timeout])
  for (const stream of streams) stream.destroy()
}
