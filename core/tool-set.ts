import type { z } from 'zod'
import { CallContext } from './context.ts'
import type { Context } from './environment.ts'
import { messageOf, OpenEnvError } from './errors.ts'
import { isPlainObject, type Json, type JsonObject } from './json.ts'
import { pythonRepr, validationText } from './python-text.ts'
import type { Issue, Issues } from './schema/issue.ts'
import { compileActionReader, compileReader } from './schema/reader.ts'
import type { Reader } from './schema/scalars.ts'
import { isCodeFault } from './thrown.ts'
import type { Mode, Tool, ToolCall, ToolDescription, ToolError, ToolOutcome, ToolSet, ToolTurn } from './tool.ts'
import { TimeUp, ToolContext } from './tool-context.ts'
import { toolResult } from './tool-result.ts'
import { inputSchemaOf, outputSchemaOf } from './tool-schema.ts'

/** As upstream's `MCP_TOOL_CALL_TIMEOUT`. */
const DEFAULT_TIMEOUT_MS = 30_000

/** The names of OpenEnv's own operations: a tool of that name would hide them (contract 1.5). */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['reset', 'step', 'state', 'close'])

/** Any tool of an environment whose state is `State`; its input is checked before it is called. */
export type AnyTool<State> = Tool<State, z.ZodObject>

type Prepared<State> = { tool: AnyTool<State>; description: ToolDescription; read: Reader; readResult: Reader | undefined }

/** Tools by name, ready to be listed and called. Throws a TypeError for a reserved name. */
export function createToolSet<State>(tools: Readonly<Record<string, AnyTool<State>>>): Omit<ToolSet<State>, 'readAction'> {
  const prepared = new Map(Object.entries(tools).map(([name, tool]) => [name, prepare(name, tool)]))
  return {
    list: (mode) => [...prepared.values()].filter(({ tool }) => isServed(tool, mode)).map(({ description }) => description),
    async call(state, call, context, mode) {
      const found = prepared.get(call.name)
      const error = found === undefined ? unknownTool(call) : isServed(found.tool, mode) ? undefined : otherMode(call, mode)
      if (found === undefined || error !== undefined) return { error: error ?? unknownTool(call), state }
      return callTool(found, state, call, context)
    },
  }
}

function prepare<State>(name: string, tool: AnyTool<State>): Prepared<State> {
  if (RESERVED_NAMES.has(name)) throw new TypeError(`A tool cannot be named "${name}": reset, step, state and close are OpenEnv's own.`)
  const { description, input, output } = tool
  return {
    tool,
    read: compileActionReader(input),
    readResult: output === undefined ? undefined : compileReader(output),
    description: { name, description, inputSchema: inputSchemaOf(input), outputSchema: outputSchemaOf(output) },
  }
}

function isServed<State>({ mode }: AnyTool<State>, current: Mode): boolean {
  return mode === undefined || mode === current
}

function unknownTool({ name }: ToolCall): ToolError {
  return { error_type: 'tool_not_found', message: `Unknown tool: ${pythonRepr(name)}` }
}

function otherMode({ name }: ToolCall, mode: Mode): ToolError {
  return { error_type: 'tool_not_found', message: `Tool '${name}' not available in ${mode} mode` }
}

async function callTool<State>(
  { tool, read, readResult }: Prepared<State>,
  state: State,
  call: ToolCall,
  context: Context,
): Promise<ToolOutcome<State>> {
  const issues: Issues = []
  const input = read(call.arguments, issues, false) as JsonObject
  if (issues.length > 0) return { error: invalidArguments(call, issues), state }
  // The tool may change the state in place and then throw.
  const before = structuredClone(state)
  const limitMs = tool.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const limited = new ToolContext(context)
  try {
    const work = tool.call(state, input, limited)
    const turn = work instanceof Promise ? await limited.within(limitMs, work) : work
    return { result: toolResult(checkResult(turn, readResult)), turn, state: turn.state ?? state }
  } catch (error) {
    // The episode itself is over, or the deployment lacks something: no failure of this tool.
    if (error instanceof OpenEnvError && (error.code === 'CONTAINER_LOST' || error.code === 'FACTORY_ERROR')) throw error
    if (context instanceof CallContext && isCodeFault(error)) context.threw(error)
    return { error: error instanceof TimeUp ? timedOut(call, limitMs) : failed(call, error), state: before }
  }
}

/** A call's result as its tool's `output` has it: what that lacks does not leave. Throws for one that does not fit what listings promise. */
function checkResult<State>(turn: ToolTurn<State>, readResult: Reader | undefined): Json {
  if (!isPlainObject(turn) || turn.result === undefined)
    throw new TypeError('it returned no result; where there is none, return { result: null }')
  if (readResult === undefined) return turn.result
  const issues: Issues = []
  const result = readResult(turn.result, issues, true) as Json
  const [issue] = issues
  if (issue === undefined) return result
  throw new TypeError(`its result does not fit its output schema: ${['result', ...issue.loc].join('.')}: ${issue.msg}`)
}

/**
 * Faults in the words of the Python function that upstream's tools are. Upstream tells their kind by the word "argument" in them: who
 * lacks one or has one too many has invalid arguments, one of a wrong type makes the call fail.
 */
function invalidArguments({ name, arguments: given }: ToolCall, issues: Issues): ToolError {
  const faults = issues.map(asArgument)
  const isAboutArguments = faults.some(({ type }) => type.endsWith('_argument'))
  return { error_type: isAboutArguments ? 'invalid_args' : 'execution_error', message: validationText(`call[${name}]`, faults) }

  function asArgument(issue: Issue): Issue {
    if (issue.loc.length !== 1) return issue
    if (issue.type === 'missing') return { ...issue, type: 'missing_argument', msg: 'Missing required argument', input: given }
    if (issue.type !== 'extra_forbidden') return issue
    return { ...issue, type: 'unexpected_keyword_argument', msg: 'Unexpected keyword argument' }
  }
}

function timedOut({ name }: ToolCall, limitMs: number): ToolError {
  const seconds = limitMs / 1000
  return {
    error_type: 'timeout',
    message: `Tool '${name}' timed out after ${Number.isInteger(seconds) ? seconds.toFixed(1) : seconds} seconds`,
  }
}

function failed({ name }: ToolCall, error: unknown): ToolError {
  return { error_type: 'execution_error', message: `Error calling tool '${name}': ${messageOf(error)}`.toWellFormed() }
}
