import { WebSocket } from 'ws'
import { type Chooser, createChooser } from './chooser.ts'
import type { LoadPlan } from './plan.ts'

/** What players tell while they play. */
export interface Observer {
  connected(elapsedMs: number): void
  reset(elapsedMs: number): void
  stepped(elapsedMs: number): void
  failed(reason: string): void
}

/** One session of the load: connects, resets, and steps through the case's episodes until it is told to rest. */
export class Player {
  readonly #plan: LoadPlan
  readonly #observer: Observer
  readonly #socket: WebSocket
  #isStepping = false
  #isOver = false
  readonly #choose: Chooser
  #last = ''
  #askedAt = performance.now()
  #waiting: 'open' | 'reset' | 'step' | undefined = 'open'

  constructor(number: number, plan: LoadPlan, observer: Observer) {
    this.#plan = plan
    this.#observer = observer
    this.#choose = createChooser(plan)
    const url = plan.url.replace('{session}', String(number))
    this.#socket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true, handshakeTimeout: 60_000 })
    this.#socket.on('open', () => this.#opened())
    this.#socket.on('message', (frame) => this.#answered(String(frame)))
    this.#socket.on('error', (error) => this.#fail(error.message))
    this.#socket.on('close', (code) => this.#fail(`The socket closed with ${code}.`))
  }

  /** Whether an answer is owed to this session. */
  get isWaiting(): boolean {
    return this.#waiting !== undefined && !this.#isOver
  }

  get isReady(): boolean {
    return this.#waiting === undefined && !this.#isOver
  }

  start(): void {
    if (!this.isReady) return
    this.#isStepping = true
    this.#step()
  }

  /** Sends nothing more; an answer that is owed may still come. */
  rest(): void {
    this.#isStepping = false
  }

  end(): void {
    this.#isOver = true
    this.#socket.terminate()
  }

  #opened(): void {
    this.#observer.connected(performance.now() - this.#askedAt)
    this.#ask('reset', this.#plan.reset)
  }

  #answered(text: string): void {
    const elapsed = performance.now() - this.#askedAt
    const waited = this.#waiting
    this.#waiting = undefined
    if (!text.startsWith('{"type":"observation"')) return this.#fail(text.slice(0, 300))
    if (waited === 'step') this.#observer.stepped(elapsed)
    else this.#observer.reset(elapsed)
    this.#last = text
    if (!this.#isStepping) return
    if (this.#plan.gapMs === 0) this.#step()
    else setTimeout(() => this.#isStepping && this.#step(), this.#plan.gapMs)
  }

  #step(): void {
    const frame = this.#choose(this.#last)
    if (frame !== undefined) this.#ask('step', frame)
    else this.#ask('reset', this.#plan.reset)
  }

  #ask(what: 'reset' | 'step', frame: string): void {
    this.#waiting = what
    this.#askedAt = performance.now()
    this.#socket.send(frame)
  }

  #fail(reason: string): void {
    if (this.#isOver) return
    this.#observer.failed(reason)
    this.end()
  }
}
