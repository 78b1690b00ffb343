import type { AnyEnvironment, Environment } from '../core/environment.ts'
import type { Json, JsonObject } from '../core/json.ts'

export interface ConnectOptions {
  /** Access token of the deployment. */
  readonly token?: string | undefined
  /** Longest time that a call may take from its turn on, reconnecting included; default 60,000. */
  readonly timeoutMs?: number | undefined
  /** Closes the client when aborted: whatever waits then fails with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Connect with the first call; default false: `connect` resolves when the socket is open. */
  readonly lazy?: boolean | undefined
}

/** What one call may be given beside its arguments. */
export interface CallOptions {
  /** Default: the client's. */
  readonly timeoutMs?: number | undefined
  /** Gives this call up. One that was already sent may still be applied. */
  readonly signal?: AbortSignal | undefined
  /**
   * Id of a reset or a step on a named session; default: drawn by the client. The session's last id, sent again, returns the stored
   * answer: a program that writes its ids down can be killed, start again, and ask again.
   */
  readonly requestId?: string | undefined
}

/** A reset's keys. The environment's own are all optional here: its schema has their defaults. */
export type ResetOptions<Options> = { readonly seed?: number | bigint | undefined; readonly episodeId?: string | undefined } & Readonly<
  Partial<Options>
>

/** What a reset or a step returned. Numbers are JavaScript's: `1.0` reads as 1, and an integer above 2^53 is rounded. */
export interface ClientTurn<Observation> {
  readonly observation: Observation
  readonly reward: number | boolean | null
  readonly done: boolean
  /** `truncated` is true here when the episode was cut. */
  readonly metadata: JsonObject
}

/** What an environment shows of its state: all of it, or what its `view` makes of it. */
export type ClientState<State> = {
  /** Null before the first reset. */
  readonly episodeId: string | null
  readonly stepCount: number
} & Readonly<Partial<State>> & { readonly [key: string]: unknown }

export interface ToolDescription {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonObject
}

/** What a tool returned, and what the step that called it was worth. */
export interface ToolTurn extends Omit<ClientTurn<unknown>, 'observation'> {
  readonly result: Json
}

/** The four types of an environment, by name. */
export type TypesOf<E extends AnyEnvironment> =
  E extends Environment<infer Action, infer Observation, infer State, infer Options>
    ? { readonly action: Action; readonly observation: Observation; readonly state: State; readonly options: Options }
    : never
