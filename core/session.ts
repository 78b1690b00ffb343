import { andThen, orElse } from './awaitable.ts'
import type { Backend, ToolReply } from './backend.ts'
import type { Awaitable } from './environment.ts'
import type { Episode } from './episode.ts'
import { OpenEnvError } from './errors.ts'
import type { JsonObject } from './json.ts'
import { answerRpc, type RpcDesk, type RpcRequest, readRpc, readRpcText, rpcErrorText } from './json-rpc.ts'
import { type ClientFrame, errorFrame, observationFrame, parseFrame, type Reply, stateFrame } from './protocol.ts'
import type { AppliedTurn, Fault, PlayRequest, SessionOptions, StoredAnswer } from './session-options.ts'
import type { Mode, ToolCall } from './tool.ts'

/** Who may share a session: one by reset, step and state, the other by calls of tools. */
type Player = 'trainer' | 'agent'

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
  /** Who has not heard of the fault: an agent's call must not take the news from the trainer on the same session. */
  readonly #untold = new Set<Player>(['trainer', 'agent'])
  /** Settles when the work under way is done; undefined when there is none. */
  #busy: Promise<unknown> | undefined

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

  /** True while an answer is still being made. */
  get isBusy(): boolean {
    return this.#busy !== undefined
  }

  get episode(): Episode | undefined {
    return this.#backend.episode
  }

  /** The frame that answers `frame`; undefined when the client said `close`, which has no answer. At once where the environment is. */
  receive(frame: string): Awaitable<string | undefined> {
    return this.#inOrder(() => this.#answer(frame))
  }

  /** An error frame, in its place behind the answers still due. */
  refuse(error: unknown): Awaitable<string> {
    return this.#inOrder(() => errorFrame(error))
  }

  /** A reset or a step for hosts that speak no frames. Throws what a frame would carry as an error. */
  async play(request: PlayRequest): Promise<Reply> {
    return this.#inOrder(() => this.#play(request))
  }

  /** Answers a request of OpenEnv's JSON-RPC. Never throws. */
  async answerRpc(request: RpcRequest): Promise<string> {
    return this.#inOrder(() => answerRpc(this.#desk, request))
  }

  /** The text that answers a JSON-RPC text. Never throws. */
  async receiveRpc(text: string): Promise<string> {
    return this.#inOrder(async () => {
      try {
        return await answerRpc(this.#desk, readRpcText(text))
      } catch (error) {
        return rpcErrorText(error)
      }
    })
  }

  /** JSON text of what `state` shows. Who only looks is told of a fault, and takes it from nobody who plays. */
  async state(): Promise<string> {
    return this.#inOrder(() => {
      this.#refuseInProduction('state')
      if (this.#fault !== undefined && this.#untold.size === 2) throw this.#fault.error
      return this.#backend.state()
    })
  }

  /** The client has gone: what still runs is told to end. */
  async close(): Promise<void> {
    await this.#backend.close()
  }

  #inOrder<T>(work: () => Awaitable<T>): Awaitable<T> {
    const done = this.#busy === undefined ? work() : this.#busy.then(work)
    if (!(done instanceof Promise)) return done
    const settled = done.then(ignore, ignore).then(() => {
      if (this.#busy === settled) this.#busy = undefined
    })
    this.#busy = settled
    return done
  }

  #answer(text: string): Awaitable<string | undefined> {
    return orElse(() => this.#answerFrame(parseFrame(text)), errorFrame)
  }

  #answerFrame(frame: ClientFrame): Awaitable<string | undefined> {
    switch (frame.type) {
      case 'reset':
      case 'step':
        return andThen(this.#play(frame), observationFrame)
      case 'state':
        return andThen(this.#state(), stateFrame)
      case 'mcp':
        return andThen(this.#answerMcp(frame.data), (data) => `{"type":"mcp","data":${data}}`)
      case 'close':
        return undefined
    }
  }

  async #answerMcp(data: JsonObject): Promise<string> {
    try {
      return await answerRpc(this.#desk, readRpc(data))
    } catch (error) {
      return rpcErrorText(error)
    }
  }

  #play({ type, data, requestId }: PlayRequest): Awaitable<Reply> {
    this.#refuseInProduction(type)
    if (requestId !== undefined && requestId === this.#stored?.requestId) return acceptReply(this.#stored.reply)
    if (type === 'step') this.#raiseFault('trainer')
    const before = this.#backend.snapshot()
    return andThen(type === 'reset' ? this.#backend.reset(data) : this.#backend.step(data), (reply) => {
      const stored = requestId === undefined ? undefined : { requestId, reply }
      this.#keepTurn({ type, data, isStart: type === 'reset' || before === undefined, requestId, stored }, before)
      return acceptReply(reply)
    })
  }

  async #callTool(call: ToolCall): Promise<ToolReply> {
    const { callTool } = this.#backend
    if (callTool === undefined) throw new OpenEnvError('EXECUTION_ERROR', 'Environment does not support MCP')
    this.#raiseFault('agent')
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
    if (turn.type === 'reset') this.#fault = undefined
    this.#stored = turn.stored
  }

  #state(): Awaitable<string> {
    this.#refuseInProduction('state')
    this.#raiseFault('trainer')
    return this.#backend.state()
  }

  /** Upstream leaves the socket open to them, and tells operators to firewall it (contract 1.7). */
  #refuseInProduction(type: string): void {
    if (this.#mode !== 'production') return
    throw new OpenEnvError('FORBIDDEN', `This deployment is in production mode: "${type}" is not served here, tools are (mcp).`)
  }

  #raiseFault(player: Player): void {
    const fault = this.#fault
    if (fault === undefined || !(this.#untold.has(player) || fault.isSticky)) return
    if (!fault.isSticky) this.#untold.delete(player)
    throw fault.error
  }
}

function ignore(): void {}

/** A reply as it is, or its refusal as an error. */
function acceptReply(reply: Reply): Reply {
  if (reply.error !== undefined) throw new OpenEnvError('EXECUTION_ERROR', reply.error)
  return reply
}
