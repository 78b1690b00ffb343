import { z } from 'zod'
import type { Awaitable, Context, Environment, EnvironmentDefinition, ResetContext, Turn } from './environment.ts'
import type { Json, JsonObject } from './json.ts'
import type { Mode, Tool, ToolSet } from './tool.ts'
import { callToolAction, compileToolActionReader, type ToolAction } from './tool-action.ts'
import { type AnyTool, createToolSet } from './tool-set.ts'

/** What stays of a definition whose actions are tool calls. */
type Shared<State, Options, TaskData> = Pick<
  EnvironmentDefinition<unknown, unknown, State, Options, TaskData>,
  | 'name'
  | 'version'
  | 'description'
  | 'aliases'
  | 'mode'
  | 'metadata'
  | 'state'
  | 'view'
  | 'options'
  | 'tasks'
  | 'maxSteps'
  | 'afterDone'
  | 'durability'
  | 'render'
  | 'examples'
  | 'box'
  | 'migrate'
>

/** What starts an episode of tools: a turn without an observation. */
export type ToolStart<State> = Omit<Turn<unknown, State>, 'observation'>

/** An action of the environment's own, for step data that names neither a `type` nor a `tool_name`. */
export interface OtherAction<State, Action extends z.ZodObject, Observation extends z.ZodObject> {
  readonly action: Action
  readonly observation: Observation
  step(state: State, action: z.output<Action>, context: Context): Awaitable<Turn<z.input<Observation>, State>>
}

export interface ToolEnvironmentDefinition<
  State,
  Inputs extends Record<string, z.ZodObject>,
  Options,
  OtherInput extends z.ZodObject,
  OtherOutput extends z.ZodObject,
  TaskData = unknown,
> extends Shared<State, Options, TaskData> {
  /** Tools by name; `reset`, `step`, `state` and `close` are OpenEnv's own. */
  readonly tools: { readonly [Name in keyof Inputs]: Tool<State, Inputs[Name]> }
  start(context: ResetContext<NoInfer<State>, NoInfer<Options>, NoInfer<TaskData>>): Awaitable<ToolStart<NoInfer<State>>>
  readonly other?: OtherAction<NoInfer<State>, OtherInput, OtherOutput>
}

const toolError = z
  .strictObject({
    error_type: z.enum(['execution_error', 'invalid_args', 'transport_error', 'tool_not_found', 'timeout']),
    message: z.string(),
  })
  .meta({ title: 'ToolError' })

const toolEntry = z.object({ name: z.string(), description: z.string(), input_schema: z.unknown() })

/** Everything that an observation may hold; which fields it holds says what it answers (contract 1.5). */
const toolObservation = z.object({
  tools: z.array(toolEntry).optional(),
  tool_name: z.string().optional(),
  result: z.unknown().optional(),
  error: toolError.nullable().optional(),
})

/** Upstream's published models: a call's observation, and the bare one of a reset. */
const callToolObservation = z
  .object({
    tool_name: z.string().meta({ description: 'Name of the tool that was called' }),
    result: z.unknown().default(null).meta({ description: 'Tool-specific result (may include tool errors)' }),
    error: toolError.nullable().default(null).meta({ description: 'Transport/framework error if call failed' }),
  })
  .meta({ title: 'CallToolObservation' })
const bareObservation = z.object({}).meta({ title: 'Observation' })

type AnyToolEnvironment<State, Options, TaskData> = Environment<unknown, unknown, State, Options, TaskData>

/**
 * Defines an environment whose actions are OpenEnv's `list_tools` and `call_tool`; the same tools are served over MCP. A call before
 * any reset starts an episode. Throws a TypeError for a reserved tool name.
 */
export function defineToolEnvironment<
  State,
  Inputs extends Record<string, z.ZodObject>,
  Options = Record<string, unknown>,
  OtherInput extends z.ZodObject = z.ZodObject,
  OtherOutput extends z.ZodObject = z.ZodObject,
  TaskData = unknown,
>(
  definition: ToolEnvironmentDefinition<State, Inputs, Options, OtherInput, OtherOutput, TaskData>,
): AnyToolEnvironment<State, Options, TaskData> {
  const { tools: definedTools, start, other, ...shared } = definition
  // Each tool is given what its own schema made of the arguments.
  const set = createToolSet<State>(definedTools as unknown as Record<string, AnyTool<State>>)
  const tools: ToolSet<State> = { ...set, readAction: compileToolActionReader(other?.action) }
  const fields = other === undefined ? toolObservation : toolObservation.extend(z.object(other.observation.shape).partial().shape)
  return {
    afterDone: 'continue',
    ...shared,
    beforeReset: 'start',
    tools,
    action: callToolAction,
    observation: fields,
    published: { observation: callToolObservation, resetObservation: bareObservation },
    async reset(context) {
      return { ...(await definition.start(context as ResetContext<NoInfer<State>, NoInfer<Options>, NoInfer<TaskData>>)), observation: {} }
    },
    async step(state, action, context) {
      const asked = action as ToolAction<z.output<OtherInput>>
      if (asked.kind === 'list') return { state, observation: { tools: listed(tools, STEP_MODE) } }
      if (asked.kind === 'other' && other !== undefined) return other.step(state, asked.action, context)
      return callThroughStep(tools, state, asked, context)
    },
  }
}

/** `step` is served in simulation alone. */
const STEP_MODE: Mode = 'simulation'

function listed<State>(tools: ToolSet<State>, mode: Mode): JsonObject[] {
  return tools.list(mode).map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }))
}

async function callThroughStep<State>(
  tools: ToolSet<State>,
  state: State,
  asked: ToolAction<unknown>,
  context: Context,
): Promise<Turn<unknown, State>> {
  if (asked.kind !== 'call') throw new TypeError('This is no tool call.')
  const outcome = await tools.call(state, asked, context, STEP_MODE)
  const observation = { tool_name: asked.name, result: null as Json, error: null }
  if ('error' in outcome) return { state: outcome.state, observation: { ...observation, error: outcome.error } }
  const { reward = null, done = false } = outcome.turn
  return { state: outcome.state, observation: { ...observation, result: outcome.result }, reward, done }
}
