import { z } from 'zod'
import type { JsonObject } from './json.ts'
import { compileActionReader } from './schema/reader.ts'
import type { Reader } from './schema/scalars.ts'

/** OpenEnv's `CallToolAction`; what a tool environment publishes as its action (verifiers and others look for its title). */
export const callToolAction = z
  .object({
    type: z.literal('call_tool').default('call_tool').meta({ description: 'Action type discriminator' }),
    tool_name: z.string().meta({ description: 'Name of the tool to call' }),
    arguments: z.record(z.string(), z.unknown()).optional().meta({ description: 'Arguments to pass to the tool' }),
  })
  .meta({ title: 'CallToolAction' })

const listToolsAction = z.object({ type: z.literal('list_tools') })

/** An action of a tool environment: OpenEnv's two, or one of the environment's own. */
export type ToolAction<Other> = { kind: 'list' } | { kind: 'call'; name: string; arguments: JsonObject } | { kind: 'other'; action: Other }

/**
 * Reads a step's data as upstream does: `type` says which action it is and may be missing for a call. Data that names neither a type
 * nor a tool is the environment's own action, where it has one.
 */
export function compileToolActionReader(other: z.ZodObject | undefined): Reader {
  const readList = compileActionReader(listToolsAction)
  const readCall = compileActionReader(callToolAction)
  const readOther = other === undefined ? undefined : compileActionReader(other)
  const otherKeys = Object.keys(other?.shape ?? {})
  return (value, issues, strict) => {
    const data = value as JsonObject
    if (data.type === 'list_tools') {
      readList(data, issues, strict)
      return { kind: 'list' }
    }
    const isTyped = 'type' in data || 'tool_name' in data
    if (readOther !== undefined && !isTyped && otherKeys.some((key) => key in data)) {
      return { kind: 'other', action: readOther(data, issues, strict) }
    }
    const call = readCall(data, issues, strict) as z.output<typeof callToolAction>
    return { kind: 'call', name: call.tool_name, arguments: (call.arguments ?? {}) as JsonObject }
  }
}
