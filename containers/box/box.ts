import { BoxError } from '../../core/box/box-error.ts'
import { ExecRequest, type ExecResult, FileRequest, KernelRequest, PtyRequest } from '../../core/box/protocol.ts'
import { type OutputListener, runCommand } from './command.ts'
import { Files } from './files.ts'
import { Kernels } from './kernels.ts'
import { Sessions } from './sessions.ts'
import { Terminals } from './terminals.ts'
import type { User } from './user.ts'

/** Everywhere the user can write, emptied by a reset. */
const WIPE = [
  'for folder in /home/user /workspace /tmp /var/tmp /dev/shm; do',
  '  chmod -R u+rwX "$folder" 2>/dev/null',
  '  find "$folder" -xdev -mindepth 1 -user "$(id -u)" -delete 2>/dev/null',
  'done',
  'ipcrm --all 2>/dev/null',
  'mkdir -p /home/user/work /home/user/logs/verifier /home/user/input',
  'cp -rT /etc/skel /home/user',
].join('\n')

/** What a session can ask of its box. */
export class Box {
  readonly #user: User
  readonly #sessions: Sessions
  readonly #files: Files
  readonly #kernels: Kernels
  readonly #terminals: Terminals

  constructor(user: User) {
    this.#user = user
    this.#sessions = new Sessions(user)
    this.#files = new Files(user, this.#sessions)
    this.#kernels = new Kernels(user, this.#sessions)
    this.#terminals = new Terminals(user, this.#sessions)
  }

  /** Answers the request of a route; throws a BoxError for what the caller can act on. */
  async answer(route: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    switch (route) {
      case '/exec':
        return this.exec(ExecRequest.parse(body), signal)
      case '/files':
        return this.#files.perform(FileRequest.parse(body))
      case '/kernel':
        return this.#kernels.ask(KernelRequest.parse(body), signal)
      case '/pty':
        return this.#terminals.perform(PtyRequest.parse(body))
      case '/reset':
        return this.#reset(signal)
      default:
        throw new BoxError('NO_ROUTE', `The box has no ${route}.`)
    }
  }

  exec(request: ExecRequest, signal: AbortSignal, listener?: OutputListener): Promise<ExecResult> {
    return runCommand(request, { user: this.#user, sessions: this.#sessions, signal, listener })
  }

  /** A box as if just started: no process, no name, no file of the session is left. */
  async #reset(signal: AbortSignal): Promise<null> {
    this.#terminals.closeAll()
    this.#sessions.endAllBut(await this.#kernels.reset())
    await this.exec({ command: WIPE, cwd: '/', timeoutMs: 60_000 }, signal)
    return null
  }
}
