import { OpenEnvError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { isObject, objectOf, type Reply } from './frames.ts'
import type { ToolDescription, ToolTurn } from './types.ts'

/** Reads the answer to a `list_tools` action; servers spell the schema's key in two ways (contract 1.5). */
export function readTools({ observation: { tools } }: Reply): ToolDescription[] {
  if (!Array.isArray(tools)) throw new OpenEnvError('EXECUTION_ERROR', 'The environment has no tools.')
  return tools.map(objectOf).map(({ name, description, input_schema, inputSchema }) => ({
    name: String(name),
    description: String(description ?? ''),
    inputSchema: objectOf(input_schema ?? inputSchema),
  }))
}

/** Reads the answer to a `call_tool` action. A result that FastMCP wrapped is taken out; a failed call is thrown. */
export function readToolTurn(name: string, { observation, ...turn }: Reply): ToolTurn {
  const { result = null, error } = observation
  if (isObject(error)) {
    throw new OpenEnvError('EXECUTION_ERROR', `Tool "${name}" failed: ${String(error.message)}`, { details: { ...turn, ...error } })
  }
  return { ...turn, result: unwrap(result) }
}

function unwrap(result: Json): Json {
  return isObject(result) && result.data !== undefined ? result.data : result
}
