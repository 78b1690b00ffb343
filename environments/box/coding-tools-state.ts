import { z } from 'zod'
import { graded } from './shell.ts'

/** What the history keeps of a run beside its output: each tool its own. */
const runMetadata = z
  .object({
    exit_code: z.int(),
    bytes: z.int(),
    replace_all: z.boolean(),
    applied: z.int(),
    matches: z.array(z.string()),
    items: z.array(z.object({ name: z.string(), is_dir: z.boolean() })),
    reward: z.number(),
    finished: z.boolean(),
  })
  .partial()

const result = z.object({ tool: z.string(), ok: z.boolean(), output: z.string(), error: z.string().nullable() })
const toolResult = result.extend({ metadata: runMetadata })
/** Of a setup or a verify command. */
const commandResult = result.extend({ metadata: z.object({ command: z.string() }) })
export type CommandResult = z.output<typeof commandResult>

/** An item of the agent's plan. */
export const todoItem = z.object({ id: z.string(), content: z.string(), status: z.string(), priority: z.string() })

export const state = z.object({
  sandbox_id: z.string().nullable(),
  setup_results: z.array(commandResult),
  verify_commands: z.array(z.string()),
  verify_results: z.array(commandResult),
  todos: z.array(todoItem),
  tool_history: z.array(toolResult),
  submitted: z.boolean(),
  last_reward: z.number().nullable(),
  last_error: z.string().nullable(),
})
export type State = z.output<typeof state>

export const EMPTY: State = {
  sandbox_id: null,
  setup_results: [],
  verify_commands: [],
  verify_results: [],
  todos: [],
  tool_history: [],
  submitted: false,
  last_reward: null,
  last_error: null,
}

/** What a tool did: its output, or its error, and what the history keeps of it. */
export type ToolRun = { readonly output: string; readonly error?: string; readonly metadata?: z.output<typeof runMetadata> }

/** Notes a run in the history and answers with its output, or with `shown` where the tool words it differently. */
export function record(before: State, tool: string, run: ToolRun, shown?: string) {
  const error = run.error ?? null
  const entry = { tool, ok: error === null, output: run.output, error, metadata: run.metadata ?? {} }
  const current = { ...before, tool_history: [...before.tool_history, entry], last_error: error }
  return graded(current, shown ?? (error === null ? run.output : `ERROR: ${error}`), current.submitted)
}
