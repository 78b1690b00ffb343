import type { z } from 'zod'
import type { Awaitable, Context, Turn } from './environment.ts'
import type { Json, JsonObject } from './json.ts'
import type { Reader } from './schema/scalars.ts'

/** What a deployment is for: `simulation` trains (reset, step and state are served), `production` serves tools alone. */
export type Mode = 'simulation' | 'production'

/** What a tool's `call` returns. */
export interface ToolTurn<State> {
  /** JSON: a string, a number, a boolean, null, a list or an object. */
  readonly result: Json
  /** Default: the state that the call was given. */
  readonly state?: State
  /** Seen by who calls through `step`; a call over `/mcp` has no reward. */
  readonly reward?: Turn<unknown, State>['reward']
  /** Default false. Seen by who calls through `step`. */
  readonly done?: boolean
}

/** A tool: an action that an agent may call by name. */
export interface Tool<State, Input extends z.ZodObject> {
  readonly description: string
  /** Its arguments. Others are refused. */
  readonly input: Input
  /** What the result is, for listings; a result that is no object travels as `{ result }`. */
  readonly output?: z.ZodType
  /** The only mode that lists and calls it. Default: both. */
  readonly mode?: Mode
  /** A call that takes longer fails with `timeout` and changes nothing. Default 30,000 ms. */
  readonly timeoutMs?: number
  /** A throw is the tool's failure: its message reaches the caller, the state stays as it was. */
  call(state: State, input: z.output<Input>, context: Context): Awaitable<ToolTurn<State>>
}

/** A tool as listings show it. */
export interface ToolDescription {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject | null
}

/** A call of a tool by its name. */
export interface ToolCall {
  readonly name: string
  readonly arguments: Json
}

/** Why a call failed (contract 1.5). `transport_error` is a backend's: its tools are elsewhere. */
export interface ToolError {
  readonly error_type: 'execution_error' | 'invalid_args' | 'transport_error' | 'tool_not_found' | 'timeout'
  readonly message: string
}

/** What came of a call: OpenEnv's CallToolResult, or why there is none. */
export type ToolOutcome<State> =
  | { readonly result: JsonObject; readonly turn: ToolTurn<State>; readonly state: State }
  | { readonly error: ToolError; readonly state: State }

/** An environment's tools, as hosts use them. */
export interface ToolSet<State> {
  list(mode: Mode): readonly ToolDescription[]
  /** Never throws. */
  call(state: State, call: ToolCall, context: Context, mode: Mode): Promise<ToolOutcome<State>>
  /** Reads a step's data: `list_tools`, `call_tool`, or an action of the environment's own. */
  readonly readAction: Reader
}
