import type { Backend, ToolReply } from './backend.ts'
import type { Episode } from './episode.ts'
import { OpenEnvError } from './errors.ts'
import type { JsonObject } from './json.ts'
import { answerRpc, type RpcDesk, type RpcRequest, readRpc, readRpcText, rpcErrorText } from './json-rpc.ts'
import { errorFrame, observationFrame, parseFrame, type Reply, stateFrame } from './protocol.ts'
import type { AppliedTurn, Fault, PlayRequest, SessionOptions, StoredAnswer } from './session-options.ts'
import type { Mode, ToolCall } from './tool.ts'

/**
 * One client with one environment: a text frame in, a text frame out, strictly in order. Knows neither socket nor storage.
 * `receive` and `refuse` never throw.
 */
export class Session {
  readonly #backend: Backend
  readonly #keep: SessionOptions['keep']
  readonly #mode: Mode
  readonly #desk: RpcDesk
  #stored: StoredAnswer | undefined
  #fault: Fault | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(backend: Backend, { keep, stored, fault, id, closeOther, mode = 'simulation' }: SessionOptions = {}) {
    this.#backend = backend
    this.#keep = keep
    this.#stored = stored
    this.#fault = fault
    this.#mode = mode
    this.#desk = {
      sessionId: id,
      ...(closeOther === undefined ? {} : { closeSession: closeOther }),
      listTools: async () => backend.listTools?.(),
      callTool: (call) => this.#callTool(call),
    }
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

  /** Answers a request of OpenEnv's JSON-RPC. Never throws. */
  answerRpc(request: RpcRequest): Promise<string> {
    return this.#inOrder(() => answerRpc(this.#desk, request))
  }

  /** The text that answers a JSON-RPC text. Never throws. */
  receiveRpc(text: string): Promise<string> {
    return this.#inOrder(async () => {
      try {
        return await answerRpc(this.#desk, readRpcText(text))
      } catch (error) {
        return rpcErrorText(error)
      }
    })
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
          return `{"type":"mcp","data":${await this.#answerMcp(frame.data)}}`
        case 'close':
          return undefined
      }
    } catch (error) {
      return errorFrame(error)
    }
  }

  async #answerMcp(data: JsonObject): Promise<string> {
    try {
      return await answerRpc(this.#desk, readRpc(data))
    } catch (error) {
      return rpcErrorText(error)
    }
  }

  async #play(request: PlayRequest): Promise<Reply> {
    const { type, data, requestId } = request
    this.#refuseInProduction(type)
    if (requestId !== undefined && requestId === this.#stored?.requestId) return acceptReply(this.#stored.reply)
    if (type === 'step') this.#raiseFault()
    const before = this.#backend.snapshot()
    const reply = await (type === 'reset' ? this.#backend.reset(data) : this.#backend.step(data))
    const stored = requestId === undefined ? undefined : { requestId, reply }
    this.#keepTurn({ type, data, isStart: type === 'reset' || before === undefined, requestId, stored }, before)
    return acceptReply(reply)
  }

  async #callTool(call: ToolCall): Promise<ToolReply> {
    const { callTool } = this.#backend
    if (callTool === undefined) throw new OpenEnvError('EXECUTION_ERROR', 'Environment does not support MCP')
    this.#raiseFault()
    const before = this.#backend.snapshot()
    const reply = await callTool.call(this.#backend, call)
    if ('error' in reply) return reply
    const turn = { type: 'call', data: { ...call }, isStart: before === undefined, requestId: undefined, stored: this.#stored } as const
    this.#keepTurn(turn, before)
    return reply
  }

  /** Gives a turn to the host, or takes it back when the host cannot keep it. */
  #keepTurn(turn: AppliedTurn, before: string | undefined): void {
    try {
      this.#keep?.(turn)
    } catch (error) {
      this.#backend.restore(before)
      throw error
    }
    this.#fault = undefined
    this.#stored = turn.stored
  }

  async #state(): Promise<string> {
    this.#refuseInProduction('state')
    this.#raiseFault()
    return this.#backend.state()
  }

  /** Upstream leaves the socket open to them, and tells operators to firewall it (contract 1.7). */
  #refuseInProduction(type: string): void {
    if (this.#mode !== 'production') return
    throw new OpenEnvError('FORBIDDEN', `This deployment is in production mode: "${type}" is not served here, tools are (mcp).`)
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
