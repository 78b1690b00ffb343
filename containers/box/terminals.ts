import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { BoxError } from '../../core/box/box-error.ts'
import type { PtyOutput, PtyRequest } from '../../core/box/protocol.ts'
import type { Sessions } from './sessions.ts'
import { spawnAsUser, type User } from './user.ts'

/** Bytes of unread output; older ones are dropped, as a terminal's scrollback does. */
const SCROLLBACK_BYTES = 1024 ** 2
const MAX_TERMINALS = 16

type Open = Extract<PtyRequest, { op: 'open' }>

/** Programs behind terminals that a session opens, writes to and reads from. */
export class Terminals {
  readonly #user: User
  readonly #sessions: Sessions
  readonly #terminals = new Map<string, Terminal>()

  constructor(user: User, sessions: Sessions) {
    this.#user = user
    this.#sessions = sessions
  }

  async perform(request: PtyRequest): Promise<unknown> {
    if (request.op === 'open') return this.#open(request)
    const terminal = this.#terminals.get(request.id)
    if (terminal === undefined) throw new BoxError('NO_TERMINAL', `No terminal ${request.id}: it was closed or the box was reset.`)
    switch (request.op) {
      case 'write':
        return terminal.write(request.data)
      case 'read':
        return terminal.read(request.waitMs)
      case 'resize':
        return terminal.resize(request.rows, request.cols)
      case 'close':
        return this.#close(request.id, terminal)
    }
  }

  closeAll(): void {
    for (const [id, terminal] of this.#terminals) this.#close(id, terminal)
  }

  #open({ command = ['/bin/bash', '-i'], rows, cols, cwd, quiet }: Open): { id: string } {
    if (this.#terminals.size >= MAX_TERMINALS) throw new BoxError('TOO_MANY', `At most ${MAX_TERMINALS} terminals: close one first.`)
    const argv = ['/opt/python/bin/python', '-I', '/opt/box/terminal.py', String(rows), String(cols), quiet ? 'quiet' : 'loud', ...command]
    const child = spawnAsUser(this.#user, argv, { cwd, env: { TERM: 'xterm-256color' }, stdio: ['pipe', 'pipe', 'ignore', 'pipe'] })
    const terminal = new Terminal(child)
    this.#sessions.add(terminal.pid)
    const id = randomUUID()
    this.#terminals.set(id, terminal)
    return { id }
  }

  #close(id: string, terminal: Terminal): null {
    this.#terminals.delete(id)
    this.#sessions.end(terminal.pid)
    return null
  }
}

class Terminal {
  readonly pid: number
  readonly #input: Writable
  readonly #control: Writable
  readonly #decoder = new TextDecoder()
  #unread: Buffer[] = []
  #size = 0
  #ended = false
  #wake: () => void = () => {}

  constructor({ stdin, stdout, stdio: [, , , control], pid }: ChildProcess) {
    if (stdin === null || stdout === null || !(control instanceof Writable) || pid === undefined)
      throw new Error('The terminal does not start.')
    this.pid = pid
    this.#input = stdin
    this.#control = control
    for (const stream of [stdin, control, stdout]) stream.on('error', () => {})
    stdout.on('data', (chunk: Buffer) => this.#push(chunk))
    stdout.on('close', () => {
      this.#ended = true
      this.#wake()
    })
  }

  write(data: string): null {
    this.#input.write(data)
    return null
  }

  resize(rows: number, columns: number): null {
    this.#control.write(`${rows} ${columns}\n`)
    return null
  }

  /** Waits for output for so long, unless some is there or the program has ended. */
  async read(waitMs: number): Promise<PtyOutput> {
    if (this.#size === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    const data = this.#decoder.decode(Buffer.concat(this.#unread), { stream: !this.#ended })
    this.#unread = []
    this.#size = 0
    return { data, ended: this.#ended }
  }

  #push(chunk: Buffer): void {
    this.#unread.push(chunk)
    this.#size += chunk.length
    while (this.#size > SCROLLBACK_BYTES && this.#unread.length > 1) this.#size -= this.#unread.shift()?.length ?? 0
    this.#wake()
  }
}
