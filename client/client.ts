// A program whose `lib` is older than `using` still type checks against the declarations.
/// <reference lib="esnext.disposable" preserve="true" />
import type { AnyEnvironment } from '../core/environment.ts'
import { type Reply, type Request, readReply } from './frames.ts'
import { readTools, readToolTurn } from './tools.ts'
import type { Transport } from './transport.ts'
import type { CallOptions, ClientState, ClientTurn, ResetOptions, ToolDescription, ToolTurn, TypesOf } from './types.ts'

/** One session with one environment, typed by it. Calls are answered in their order; the server's errors are thrown as `OpenEnvError`. */
export class Client<E extends AnyEnvironment> implements AsyncDisposable {
  readonly #transport: Transport
  readonly #timeoutMs: number
  readonly #clientId: string | undefined
  #requestCount = 0

  /** Use `connect`. Without a client id, requests carry no id either: a stock server refuses a frame that has one. */
  constructor(transport: Transport, options: { timeoutMs: number; clientId: string | undefined }) {
    this.#transport = transport
    this.#timeoutMs = options.timeoutMs
    this.#clientId = options.clientId
  }

  /** Starts an episode. Without a seed the server draws one. */
  async reset(options?: ResetOptions<TypesOf<E>['options']>, call: CallOptions = {}): Promise<ClientTurn<TypesOf<E>['observation']>> {
    const { episodeId, ...rest } = { ...options }
    return trust(await this.#take('reset', { episode_id: episodeId, ...rest }, call))
  }

  /** Takes a step. On a named session a lost answer is asked for again, and the step is never applied twice. */
  async step(action: TypesOf<E>['action'], call: CallOptions = {}): Promise<ClientTurn<TypesOf<E>['observation']>> {
    return trust(await this.#take('step', action, call))
  }

  /** What the environment shows of its state. It always answers, also before the first reset. */
  async state(call: CallOptions = {}): Promise<ClientState<TypesOf<E>['state']>> {
    const { episode_id, step_count, ...shown } = await this.#ask({ type: 'state' }, call)
    return trust({ ...shown, episodeId: typeof episode_id === 'string' ? episode_id : null, stepCount: Number(step_count ?? 0) })
  }

  /** The tools of a tool environment. */
  async listTools(call: CallOptions = {}): Promise<ToolDescription[]> {
    return readTools(await this.#take('step', { type: 'list_tools' }, call))
  }

  /** Calls a tool, as one step. A tool that fails throws `EXECUTION_ERROR`; `details` then hold its `error_type` and the step's reward. */
  async callTool(name: string, input: object = {}, call: CallOptions = {}): Promise<ToolTurn> {
    return readToolTurn(name, await this.#take('step', { type: 'call_tool', tool_name: name, arguments: input }, call))
  }

  /** Closes the socket and waits for the server's word on it, two seconds at most. A named session stays. */
  async close(): Promise<void> {
    await this.#transport.close(new DOMException('The client was closed.', 'AbortError'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #take(type: 'reset' | 'step', data: object, call: CallOptions): Promise<Reply> {
    const id = call.requestId ?? (this.#clientId && `${this.#clientId}-${++this.#requestCount}`)
    return readReply(await this.#ask({ type, data, id }, call))
  }

  #ask(request: Request, { timeoutMs = this.#timeoutMs, signal }: CallOptions) {
    return this.#transport.ask(request, { timeoutMs, signal })
  }
}

/** Puts the environment's types on an answer. The server prints by the same schemas; checking again would take zod along. */
function trust<T>(answer: object): T {
  return answer as T
}
