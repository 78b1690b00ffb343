import { isPlainObject, type Json, type JsonObject } from './json.ts'
import { printJson } from './json-text.ts'

/**
 * A result as OpenEnv's `CallToolResult`, field for field what FastMCP's client makes of it (contract 1.5): clients take `data`.
 * Throws for what has no JSON.
 */
export function toolResult(result: Json): JsonObject {
  const isObject = isPlainObject(result)
  const text = typeof result === 'string' ? result : printJson(result)
  return {
    content: result === null ? [] : [{ type: 'text', text, annotations: null, meta: null }],
    structured_content: isObject ? result : { result },
    meta: isObject ? null : { fastmcp: { wrap_result: true } },
    data: result,
    is_error: false,
  }
}
