import type { CompiledEnvironment } from './compiled.ts'
import type { JsonObject } from './json.ts'
import { invalidMessage } from './protocol.ts'
import type { Issues } from './schema/issue.ts'

/** Reads a step's data as the environment's action; the `metadata` that any action may carry is checked and dropped. */
export function readActionRequest(data: JsonObject, { readAction }: CompiledEnvironment): unknown {
  const issues: Issues = []
  const { metadata } = data
  if (metadata !== undefined && (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))) {
    issues.push({ type: 'dict_type', loc: ['metadata'], msg: 'Input should be a valid dictionary', input: metadata })
  }
  const action = readAction(metadata === undefined ? data : withoutMetadata(data), issues, false)
  if (issues.length > 0) throw invalidMessage(issues)
  return action
}

function withoutMetadata({ metadata: _, ...rest }: JsonObject): JsonObject {
  return rest
}
