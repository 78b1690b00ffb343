import type { z } from 'zod'
import type { Box } from './box/box.ts'
import type { ContainerPlace } from './container-environment.ts'
import type { Json, JsonObject } from './json.ts'
import type { RemotePlace } from './remote-environment.ts'
import type { Rng } from './rng.ts'
import type { Rubric } from './rubrics/rubric.ts'
import type { Task, TaskSet } from './tasks/task-set.ts'
import type { Mode, ToolSet } from './tool.ts'

export type Awaitable<T> = T | Promise<T>

/**
 * How long an acknowledged step outlives its session's memory.
 *
 * - `socket`: as long as the socket, hibernation and eviction included.
 * - `checkpoint`: a crash loses at most the last second, and the next answer says so (`EPISODE_ROLLED_BACK`).
 * - `step`: an acknowledged step is never lost.
 * - `none`: memory only.
 */
export type Durability = 'socket' | 'checkpoint' | 'step' | 'none'

/** What a step or a reset is given beside state and action. The outside world is reached through it alone, so that replay is exact. */
export interface Context {
  /** Drawn from (seed, salt, stepCount): the same call of the same episode always sees the same numbers. */
  readonly rng: Rng
  /** Steps taken before this one; 0 in `reset` and in the first step. */
  readonly stepCount: number
  readonly episodeId: string
  /** Aborted when the client has gone or the time is up. */
  readonly signal: AbortSignal
  /** `fetch` whose responses are recorded with the step; a replay returns the recording. */
  readonly fetch: typeof fetch
  /** Milliseconds since 1970, recorded with the step. */
  now(): number
  /** A secret of the deployment by name. Throws when it is not set; a replay returns an empty string. */
  secret(name: string): string
  /** The episode's own container, recorded like `fetch`. Throws unless the definition asks for one with `box`. */
  readonly box: Box
}

/** The container that an environment asks for. */
export interface BoxDefinition {
  /** Hosts that code in the box may reach, `*` as a wildcard; default: none. */
  readonly allow?: readonly string[]
}

/** What `reset` is given. */
export interface ResetContext<State, Options, TaskData = unknown> extends Context {
  /** The seed that the client asked for, or the uint32 that was drawn when it asked for none. */
  readonly seed: bigint
  /** False when the seed was drawn. For environments whose stream runs on while nobody asks for a seed. */
  readonly isSeeded: boolean
  /** The client's reset keys, parsed by the definition's `options` schema; unknown keys are dropped, as OpenEnv does. */
  readonly options: Options
  /** What to set: the task that the client chose; undefined where it chose none and `tasks` has no `fallback`. */
  readonly task: Task<TaskData> | undefined
  /** The state in which the session's last episode ended, for environments whose stream runs on across episodes. */
  readonly previous: State | undefined
}

/** What a reset or a step returns. */
export interface Turn<Observation, State> {
  readonly state: State
  readonly observation: Observation
  /** Prints as a float; a `bigint` prints as an integer, a boolean as itself. Absent: the rubric's score, or null. */
  readonly reward?: number | bigint | boolean | null
  /** Default false. */
  readonly done?: boolean
  /** Done for a reason outside the task, such as a step limit. Travels as `metadata.truncated`. */
  readonly truncated?: boolean
  /** Travels as `observation.metadata`, and beside the observation when it is not empty. */
  readonly metadata?: JsonObject
  /** The client sees this text as an `EXECUTION_ERROR` instead of the observation, yet the state is kept: a throw would undo it. */
  readonly error?: string
}

/** What `state` frames show of an environment's state, beside `episode_id` and `step_count`. */
export interface StateView<State> {
  /** A `step_count` of its own replaces the session's. */
  readonly schema: z.ZodObject
  /** `/schema` tells only the fields that every state has, as it does on upstream's servers, which name no state class. Default false. */
  readonly isUnpublished?: boolean
  /** `state` shows an episode id before the first reset, as upstream environments whose constructor resets do. Default false. */
  readonly namedBeforeReset?: boolean
  /** What `state` shows before the first reset, or a throw that says why nothing is shown. Default: a preview reset is shown. */
  beforeReset?(): object
  /** `episode` is absent before the first reset; `state` then comes from a preview reset with seed 0. */
  from(state: State, episode?: { readonly id: string; readonly stepCount: number }): object
}

/** A picture of a state, for pages and documents. */
export type Picture = { readonly svg: string } | { readonly text: string }

/** Plain functions over plain data: state in, state out. The runtime owns the state, keeps it, replays it. */
export interface EnvironmentDefinition<Action, Observation, State, Options, TaskData = unknown> {
  /** Name in URLs: letters, digits, `_`. `-` and `_` are the same there, and `<name>_env` is an alias. */
  readonly name: string
  /** An episode of another version is refused unless `migrate` takes it. */
  readonly version: string
  readonly description?: string
  /** Further names under which URLs find it. */
  readonly aliases?: readonly string[]
  /** What a client sends. Other keys, `metadata` excepted, are refused. */
  readonly action: z.ZodType<Action>
  /** What leaves. A field that the schema lacks never does. `z.number()` is a float and prints as `1.0`; `z.int()` prints as `1`. */
  readonly observation: z.ZodType<Observation>
  /** What turns put into `metadata`. Default: any JSON, in which an integral number prints without a point. */
  readonly metadata?: z.ZodObject
  /** The whole state, JSON only. */
  readonly state: z.ZodType<State>
  /** Reset keys beside `seed` and `episode_id`; default: none are read. */
  readonly options?: z.ZodType<Options>
  /** Its tasks, for the Task API and for `context.task`. Reset keys `split`, `index` and `task_spec` choose one. */
  readonly tasks?: TaskSet<TaskData>
  reset(context: ResetContext<State, Options, NoInfer<TaskData>>): Awaitable<Turn<NoInfer<Observation>, NoInfer<State>>>
  step(state: State, action: Action, context: Context): Awaitable<Turn<NoInfer<Observation>, NoInfer<State>>>
  /** What `state` shows; default: the whole state. */
  readonly view?: StateView<NoInfer<State>>
  /** Scores the steps whose turn names no reward (docs/rubrics.md). */
  readonly rubric?: Rubric<NoInfer<Action>, NoInfer<Observation>, NoInfer<State>>
  /** Steps after which an episode is cut: `done`, with `metadata.truncated`. Default: none. */
  readonly maxSteps?: number
  /** A step after `done`: refused with an error (default) or played on. */
  readonly afterDone?: 'refuse' | 'continue'
  /** A step before the first reset: refused with an error (default), or it starts an episode, as tool environments need. */
  readonly beforeReset?: 'refuse' | 'start'
  /** Sessions that a deployment has of it at once; default: no limit (docs/capacity.md). */
  readonly maxSessions?: number
  /** Its own server, in a container: made by `defineContainerEnvironment`. */
  readonly container?: ContainerPlace
  /** Its own server, somewhere else: made by `defineRemoteEnvironment`. */
  readonly remote?: RemotePlace
  /** A container to call as `context.box`: a clean one is there when `reset` begins. Absent for environments that need none. */
  readonly box?: BoxDefinition
  /** Default: `socket` for a session without a name, `step` for one with a name. */
  readonly durability?: Durability
  /** Default: the deployment's (`OPENENV_MODE`). */
  readonly mode?: Mode
  /** Its tools, made by `defineToolEnvironment`. */
  readonly tools?: ToolSet<NoInfer<State>>
  /** What `/schema` shows in place of `observation`, and of a reset's. Default: `observation` for both. */
  readonly published?: { readonly observation: z.ZodObject; readonly resetObservation: z.ZodObject }
  render?(state: NoInfer<State>): Picture
  readonly examples?: readonly NoInfer<Action>[]
  /** Takes the state of an episode of version `from`; throws when it cannot. */
  migrate?(from: string, state: Json): NoInfer<State>
}

/** An environment: its definition, unchanged. Hosts run it; `describe` tells about it. */
export type Environment<Action, Observation, State, Options = Record<string, unknown>, TaskData = unknown> = EnvironmentDefinition<
  Action,
  Observation,
  State,
  Options,
  TaskData
>

/** Any environment, where its types do not matter: registries and hosts. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where the types are given up (STYLE.md).
export type AnyEnvironment = Environment<any, any, any, any, any>

type Scalar = string | number | bigint | boolean | null | undefined

/**
 * Any JSON whose scalars are of type `S`. As a constraint it lets `hint: 'start'` keep its literal type in a returned turn; it stands
 * beside `object`, so that it refuses nothing while `S` is not inferred yet, as in the functions of a rubric.
 */
type JsonOf<S> = S | JsonOf<S>[] | { [key: string]: JsonOf<S> }

/** Defines an environment. Only infers types: what it returns is what it was given. */
export function defineEnvironment<
  Action,
  Observation extends JsonOf<S> | object,
  State extends JsonOf<S> | object,
  Options = Record<string, unknown>,
  TaskData = unknown,
  S extends Scalar = Scalar,
>(
  definition: EnvironmentDefinition<Action, Observation, State, Options, TaskData>,
): Environment<Action, Observation, State, Options, TaskData>
/** The same for schemas with `z.unknown()` in them; their literals need `as const`. */
export function defineEnvironment<Action, Observation, State, Options = Record<string, unknown>, TaskData = unknown>(
  definition: EnvironmentDefinition<Action, Observation, State, Options, TaskData>,
): Environment<Action, Observation, State, Options, TaskData>
export function defineEnvironment(definition: AnyEnvironment): AnyEnvironment {
  return definition
}
