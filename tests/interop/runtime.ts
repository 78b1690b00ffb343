import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')
/** Which build is tested; a package that was packed and installed elsewhere can be named instead. */
const COMMAND = process.env.OPENENV_EDGE_COMMAND ?? join(ROOT, 'dist/cli/bin.js')
const READY = /^openenv-edge: (?<url>http:\S+)/m
/** The tests hold the other end of descriptor 3: when they are broken off, the group, which would live on, is killed. */
const ENDS_WITH_TESTS = '(cat <&3; kill -9 -$$) >/dev/null 2>&1 & exec "$@"'
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 10_000

export interface RuntimeOptions {
  /** An environment or worker file; default: the bundled library. */
  readonly file?: string
  /** Keep nothing on disk; `restart` then starts empty. */
  readonly memory?: boolean
  readonly variables?: Readonly<Record<string, string>>
}

/** A served runtime as a user has one: `openenv-edge serve`, in a process group of its own. */
export interface Runtime {
  /** `http://127.0.0.1:<port>`, the same after a restart. */
  readonly url: string
  /** Id of the process group. */
  readonly group: number
  /** What it printed so far, over all its starts. */
  log(): string
  /** The lines of its log that report an error. */
  errorLines(): string[]
  /** SIGKILL of the whole group, as a crash of the machine; resolves when all of it is gone. */
  kill(): Promise<void>
  /** Starts again, on the same data and port. */
  restart(): Promise<void>
  /** Ends it in good order and removes its data. Rejects when it leaves a process behind. */
  stop(): Promise<void>
}

export async function startRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const data = mkdtempSync(join(tmpdir(), 'openenv-edge-test-'))
  const log: string[] = []
  let running = await launch(options, { data, port: '0', log })
  const { url } = running
  return {
    url,
    get group() {
      return running.group
    },
    log: () => log.join(''),
    errorLines: () => log.join('').split('\n').filter(isErrorLine),
    kill: () => end(running, 'SIGKILL'),
    async restart() {
      running = await launch(options, { data, port: new URL(url).port, log })
    },
    async stop() {
      await end(running, 'SIGTERM')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

interface Running {
  readonly child: ChildProcess
  readonly group: number
  readonly url: string
}

async function launch({ file, memory, variables }: RuntimeOptions, place: { data: string; port: string; log: string[] }): Promise<Running> {
  const files = file === undefined ? [] : [file]
  const storage = memory ? ['--memory'] : ['--data', place.data]
  const command = [process.execPath, COMMAND, 'serve', ...files, '--port', place.port, ...storage]
  const child = spawn('sh', ['-c', ENDS_WITH_TESTS, 'sh', ...command], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
  })
  const from = place.log.length
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => void place.log.push(text))
  const url = await readyUrl(child, () => place.log.slice(from).join(''))
  return { child, group: child.pid ?? 0, url }
}

async function end({ child, group }: Running, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  process.kill(-group, signal)
  await gone
  await untilGone(group)
}

/** By a plain Error or a RangeError an environment refuses a move, as the tests have it do; a crash of its code is of another kind. */
const REFUSAL = /^\{"event":"execution_failed",.*"kind":"(Range)?Error"/

/** Uncaught exceptions, stacks and error levels, in the words of workerd, miniflare and Node. */
function isErrorLine(line: string): boolean {
  if (REFUSAL.test(line)) return false
  return /error|exception|uncaught|unhandled|fatal|panic|\bat .*:\d+:\d+/i.test(line)
}

async function readyUrl(child: ChildProcess, printed: () => string): Promise<string> {
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(START_TIMEOUT_MS) }).then(
    ([code]) => `it ended with ${code}`,
    () => `it said nothing in ${START_TIMEOUT_MS} ms`,
  )
  for (;;) {
    const url = READY.exec(printed())?.groups?.url
    if (url !== undefined) return url
    const failure = await Promise.race([exited, ...[child.stdout, child.stderr].map((stream) => stream && once(stream, 'data'))])
    if (typeof failure === 'string') throw new Error(`The runtime did not start: ${failure}.\n${printed()}`)
  }
}

/** Resolves when every process of the group is gone; a child may outlive its parent by a moment, and keeps the port while it does. */
async function untilGone(group: number): Promise<void> {
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; isAlive(group); ) {
    if (Date.now() > deadline) throw new Error(`Processes of the group ${group} were left behind.`)
    await setTimeout(5)
  }
}

function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}
