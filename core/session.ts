import type { Backend } from './backend.ts'
import type { Episode } from './episode.ts'
import { OpenEnvError } from './errors.ts'
import type { JsonObject } from './json.ts'
import { errorFrame, observationFrame, parseFrame, type Reply, stateFrame } from './protocol.ts'

/** A client's reset or step. `requestId` is ours: a repeat of the last one gets the stored answer. */
export interface PlayRequest {
  readonly type: 'reset' | 'step'
  readonly data: JsonObject
  readonly requestId?: string | undefined
}

/** A reset or a step that was just applied, for the host to keep before it is acknowledged. */
export interface AppliedTurn extends PlayRequest {
  readonly reply: Reply
}

/** The last acknowledged turn of a client that numbers its requests. */
export interface StoredAnswer {
  readonly requestId: string
  readonly reply: Reply
}

/** What stands between a client and its episode: the answer to every frame but a reset, or (not sticky) to the next one only. */
export interface Fault {
  readonly error: OpenEnvError
  readonly isSticky: boolean
}

export interface SessionOptions {
  /** Keeps a turn before it is acknowledged. When it throws, the turn is undone and the client sees the error. */
  keep?: ((turn: AppliedTurn) => void) | undefined
  stored?: StoredAnswer | undefined
  fault?: Fault | undefined
}

/**
 * One client with one environment: a text frame in, a text frame out, strictly in order. Knows neither socket nor storage.
 * `receive` and `refuse` never throw.
 */
export class Session {
  readonly #backend: Backend
  readonly #keep: SessionOptions['keep']
  #stored: StoredAnswer | undefined
  #fault: Fault | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(backend: Backend, { keep, stored, fault }: SessionOptions = {}) {
    this.#backend = backend
    this.#keep = keep
    this.#stored = stored
    this.#fault = fault
  }

  get episode(): Episode | undefined {
    return this.#backend.episode
  }

  /** The frame that answers `frame`; undefined when the client said `close`, which has no answer. */
  receive(frame: string): Promise<string | undefined> {
    return this.#inOrder(() => this.#answer(frame))
  }

  /** An error frame, in its place behind the answers still due. */
  refuse(error: unknown): Promise<string> {
    return this.#inOrder(async () => errorFrame(error))
  }

  /** A reset or a step for hosts that speak no frames. Throws what a frame would carry as an error. */
  play(request: PlayRequest): Promise<Reply> {
    return this.#inOrder(() => this.#play(request))
  }

  /** JSON text of what `state` shows. */
  state(): Promise<string> {
    return this.#inOrder(() => this.#state())
  }

  /** The client has gone: what still runs is told to end. */
  async close(): Promise<void> {
    await this.#backend.close()
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  async #answer(text: string): Promise<string | undefined> {
    try {
      const frame = parseFrame(text)
      switch (frame.type) {
        case 'reset':
        case 'step':
          return observationFrame(await this.#play(frame))
        case 'state':
          return stateFrame(await this.#state())
        case 'mcp':
          return noToolsFrame(frame.data)
        case 'close':
          return undefined
      }
    } catch (error) {
      return errorFrame(error)
    }
  }

  async #play(request: PlayRequest): Promise<Reply> {
    const { type, data, requestId } = request
    if (requestId !== undefined && requestId === this.#stored?.requestId) return acceptReply(this.#stored.reply)
    if (type === 'step') this.#raiseFault()
    const before = this.#backend.snapshot()
    const reply = await (type === 'reset' ? this.#backend.reset(data) : this.#backend.step(data))
    try {
      this.#keep?.({ ...request, reply })
    } catch (error) {
      this.#backend.restore(before)
      throw error
    }
    this.#fault = undefined
    this.#stored = requestId === undefined ? undefined : { requestId, reply }
    return acceptReply(reply)
  }

  async #state(): Promise<string> {
    this.#raiseFault()
    return this.#backend.state()
  }

  #raiseFault(): void {
    const fault = this.#fault
    if (fault === undefined) return
    if (!fault.isSticky) this.#fault = undefined
    throw fault.error
  }
}

/** A reply as it is, or its refusal as an error. */
function acceptReply(reply: Reply): Reply {
  if (reply.error !== undefined) throw new OpenEnvError('EXECUTION_ERROR', reply.error)
  return reply
}

function noToolsFrame({ id = null }: JsonObject): string {
  const error = { code: -32603, message: 'Environment does not support MCP', data: null }
  return `{"type":"mcp","data":${JSON.stringify({ jsonrpc: '2.0', id: typeof id === 'bigint' ? String(id) : id, error })}}`
}
