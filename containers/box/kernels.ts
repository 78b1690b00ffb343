import type { ChildProcess } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import type { KernelRequest, KernelResult } from '../../core/box/protocol.ts'
import { type Episode, forkEpisode } from './episode.ts'
import { JsonLines } from './json-lines.ts'
import { end, isRunning } from './processes.ts'
import type { Sessions } from './sessions.ts'
import { DEFAULT_LIMITS, spawnAsUser, type User } from './user.ts'

const DEFAULT_TIMEOUT_MS = 120_000
/** How long a kernel may take to load its packages, on a machine that does other things too. */
const START_MS = 120_000
/** How long an interrupted kernel has to answer before it is ended. */
const INTERRUPT_MS = 2_000

type Engine = KernelRequest['engine']

interface Kernel {
  readonly child: ChildProcess
  readonly pid: number
  readonly lines: JsonLines
  /** Of smolagents' kernel, which forks one for each episode; the other answers by itself. */
  episode?: Episode | undefined
}

/** One persistent Python an engine. Questions to an engine are answered one after the other. */
export class Kernels {
  readonly #user: User
  readonly #sessions: Sessions
  readonly #kernels = new Map<Engine, Kernel>()
  readonly #last = new Map<Engine, Promise<unknown>>()

  constructor(user: User, sessions: Sessions) {
    this.#user = user
    this.#sessions = sessions
  }

  ask(request: KernelRequest, signal: AbortSignal): Promise<KernelResult> {
    const before = this.#last.get(request.engine) ?? Promise.resolve()
    const answer = before.then(() => this.#ask(request, signal))
    this.#last.set(
      request.engine,
      answer.catch(() => {}),
    )
    return answer
  }

  async #ask(
    { engine, request, timeoutMs = DEFAULT_TIMEOUT_MS, maxMemoryBytes }: KernelRequest,
    signal: AbortSignal,
  ): Promise<KernelResult> {
    // Asked by an episode that has been left since: what runs now is another's.
    if (signal.aborted) return { limit: 'died' }
    const kernel = this.#find(engine) ?? (await this.#start(engine))
    if (engine === 'smolagents' && request.op === 'start' && !(await this.#fork(kernel))) return { limit: 'died' }
    const { episode } = kernel
    if (engine === 'smolagents' && episode === undefined) return { limit: null, answer: { missing: true } }
    const lines = episode?.lines ?? kernel.lines
    let limit: 'time' | 'memory' | 'disk' | 'died' = 'died'
    const stopBy = (reason: typeof limit) => {
      limit = reason
      this.#stop(engine)
    }
    // Looked at together, ten times a second: a timer and a listener for each would cost more than carrying the question.
    const interruptAt = performance.now() + timeoutMs
    let isInterrupted = false
    const unwatch = this.#sessions.watch(kernel.pid, maxMemoryBytes ?? DEFAULT_LIMITS.memoryBytes, stopBy, () => {
      const now = performance.now()
      // Its socket may be held open by what it has left behind.
      const hasEnded = episode !== undefined && !isRunning(episode.pid, this.#user.uid)
      if (signal.aborted || hasEnded) return stopBy('died')
      if (now > interruptAt + INTERRUPT_MS) return stopBy('time')
      if (now > interruptAt && !isInterrupted) interruptKernel(kernel)
      isInterrupted = now > interruptAt
    })
    try {
      return { limit: null, answer: (await lines.ask(request)) as Record<string, unknown> }
    } catch {
      // Unless a reset has ended the episode, and the kernel is good for the next.
      if (kernel.episode === episode) this.#stop(engine)
      return { limit }
    } finally {
      unwatch()
    }
  }

  /** Gives a kernel an episode's interpreter. False for a kernel that could not fork one, and has ended. */
  async #fork(kernel: Kernel): Promise<boolean> {
    try {
      kernel.episode?.lines.end()
      kernel.episode = await forkEpisode(kernel.lines)
      return true
    } catch {
      this.#stop('smolagents')
      return false
    }
  }

  /** Ends what the kernels run. Returns the sessions of those that are as good as new. */
  async reset(): Promise<number[]> {
    this.#stop('ipython')
    const kernel = this.#find('smolagents')
    if (kernel === undefined) return []
    kernel.episode?.lines.end()
    kernel.episode = undefined
    const timer = setTimeout(() => this.#stop('smolagents'), INTERRUPT_MS)
    const dropped = await kernel.lines.ask({ op: 'drop' }).catch(() => undefined)
    clearTimeout(timer)
    return dropped === undefined ? [] : [kernel.pid]
  }

  #find(engine: Engine): Kernel | undefined {
    const kernel = this.#kernels.get(engine)
    if (kernel !== undefined && kernel.child.exitCode === null && kernel.child.signalCode === null) return kernel
    if (kernel !== undefined) this.#stop(engine)
    return undefined
  }

  /** The conversation runs over pipes of its own, so that what the code prints cannot disturb it. */
  async #start(engine: Engine): Promise<Kernel> {
    const argv = ['/opt/python/bin/python', '-I', `/opt/box/${engine}_kernel.py`]
    const limits = { ...DEFAULT_LIMITS, memoryBytes: 2 * DEFAULT_LIMITS.memoryBytes }
    const child = spawnAsUser(this.#user, argv, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], limits })
    const [, , , input, output] = child.stdio
    if (!(input instanceof Writable) || !(output instanceof Readable) || child.pid === undefined)
      throw new Error(`The ${engine} kernel does not start.`)
    this.#sessions.add(child.pid)
    const kernel = { child, pid: child.pid, lines: new JsonLines(input, output) }
    this.#kernels.set(engine, kernel)
    const timer = setTimeout(() => this.#stop(engine), START_MS)
    await kernel.lines.ask({ op: 'hello' }).finally(() => clearTimeout(timer))
    return kernel
  }

  #stop(engine: Engine): void {
    const kernel = this.#kernels.get(engine)
    this.#kernels.delete(engine)
    if (kernel !== undefined) this.#sessions.end(kernel.pid)
  }
}

/** Python raises KeyboardInterrupt in the code that runs, and the kernel answers with it. */
function interruptKernel({ pid }: Kernel): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    end(pid)
  }
}
