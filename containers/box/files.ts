import type { ChildProcess } from 'node:child_process'
import type { FileRequest } from '../../core/box/protocol.ts'
import { JsonLines } from './json-lines.ts'
import type { Sessions } from './sessions.ts'
import { DEFAULT_LIMITS, spawnAsUser, type User } from './user.ts'

/** Reads and writes files as the user, through a worker that is started again when the session's code has ended it. */
export class Files {
  readonly #user: User
  readonly #sessions: Sessions
  #worker: { child: ChildProcess; lines: JsonLines } | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(user: User, sessions: Sessions) {
    this.#user = user
    this.#sessions = sessions
  }

  /** Requests are answered one after the other. Returns what the worker answered: `{ result }` or `{ error }`. */
  perform(request: FileRequest): Promise<unknown> {
    const answer = this.#last.then(() => this.#askTwice(request))
    this.#last = answer.catch(() => {})
    return answer
  }

  /** Every file operation can be repeated but an edit, whose worker dies only between requests unless it is killed at that moment. */
  async #askTwice(request: FileRequest): Promise<unknown> {
    try {
      return await this.#start().ask(request)
    } catch (error) {
      this.#stop()
      if (request.op === 'edit') throw error
      return this.#start().ask(request)
    }
  }

  #start(): JsonLines {
    const { child, lines } = this.#worker ?? this.#spawn()
    if (child.exitCode === null && child.signalCode === null) return lines
    this.#stop()
    return this.#spawn().lines
  }

  #spawn(): { child: ChildProcess; lines: JsonLines } {
    const [, server = ''] = process.argv
    // Node's heap is reserved as writable memory that is never touched, so the limit is wider than what the worker uses.
    const limits = { ...DEFAULT_LIMITS, memoryBytes: 4 * DEFAULT_LIMITS.memoryBytes }
    const child = spawnAsUser(this.#user, [process.execPath, server, 'files'], { stdio: ['pipe', 'pipe', 'ignore'], limits })
    const { stdin, stdout, pid } = child
    if (stdin === null || stdout === null || pid === undefined) throw new Error('The file worker does not start.')
    this.#sessions.add(pid)
    this.#worker = { child, lines: new JsonLines(stdin, stdout) }
    return this.#worker
  }

  #stop(): void {
    const pid = this.#worker?.child.pid
    this.#worker = undefined
    if (pid !== undefined) this.#sessions.end(pid)
  }
}
