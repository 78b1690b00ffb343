import type { z } from 'zod'
import { isPlainObject, type Json, type JsonObject } from './json.ts'
import { jsonSchemaOf } from './schema/json-schema.ts'

/** A tool's arguments as JSON Schema, worded as FastMCP words it: closed, and without titles. */
export function inputSchemaOf(input: z.ZodObject): JsonObject {
  const { $defs, properties = {}, required } = untitled(jsonSchemaOf(input)) as JsonObject
  return {
    ...($defs === undefined ? {} : { $defs }),
    additionalProperties: false,
    properties,
    ...(required === undefined ? {} : { required }),
    type: 'object',
  }
}

/** A tool's result as JSON Schema. MCP wants an object: anything else is wrapped, and FastMCP marks that. */
export function outputSchemaOf(output: z.ZodType | undefined): JsonObject | null {
  if (output === undefined) return null
  const schema = untitled(jsonSchemaOf(output)) as JsonObject
  if (schema.type === 'object') return schema
  const { $defs, ...result } = schema
  return {
    ...($defs === undefined ? {} : { $defs }),
    properties: { result },
    required: ['result'],
    type: 'object',
    'x-fastmcp-wrap-result': true,
  }
}

/** Leaves out each `title` of a schema, but no property of that name. */
function untitled(schema: Json): Json {
  if (!isPlainObject(schema)) return Array.isArray(schema) ? schema.map(untitled) : schema
  const kept = Object.entries(schema as JsonObject).filter(([key]) => key !== 'title')
  return Object.fromEntries(
    kept.map(([key, value]) => [key, DATA.has(key) ? value : NAMES.has(key) ? untitledEach(value) : untitled(value)]),
  )
}

/** Keywords whose value is no schema. */
const DATA = new Set(['default', 'const', 'enum', 'required'])
/** Keywords whose value is schemas by name. */
const NAMES = new Set(['properties', '$defs'])

function untitledEach(schemas: Json): Json {
  if (!isPlainObject(schemas)) return schemas
  return Object.fromEntries(Object.entries(schemas as JsonObject).map(([name, schema]) => [name, untitled(schema)]))
}
