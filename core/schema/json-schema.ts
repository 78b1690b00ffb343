import type { z } from 'zod'
import type { Json, JsonObject } from '../json.ts'
import { isInteger, isOptional } from './reader.ts'

/** A schema as JSON Schema 2020-12, worded as pydantic words it: OpenEnv's clients, validators and prompts read that. */
export function jsonSchemaOf(schema: z.core.$ZodType): JsonObject {
  const definitions: JsonObject = {}
  const body = describeNode(schema, definitions)
  return Object.keys(definitions).length === 0 ? body : { $defs: definitions, ...body }
}

type Meta = { title?: string | undefined; description?: string | undefined }

function metaOf(schema: z.core.$ZodType): Meta {
  return (schema as z.ZodType).meta?.() ?? {}
}

/** `echoed_message` → `Echoed Message`. */
function titleOf(name: string): string {
  return name.replace(/[a-z0-9]+/gi, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).replaceAll('_', ' ')
}

/** Objects with a title are models of their own, behind `$ref`. */
function describeNested(schema: z.core.$ZodType, definitions: JsonObject): JsonObject {
  const { title } = metaOf(schema)
  if (schema._zod.def.type !== 'object' || title === undefined) return describeNode(schema, definitions)
  if (definitions[title] === undefined) {
    definitions[title] = {}
    definitions[title] = describeNode(schema, definitions)
  }
  return { $ref: `#/$defs/${title}` }
}

function describeNode(schema: z.core.$ZodType, definitions: JsonObject): JsonObject {
  const { title, description } = metaOf(schema)
  return {
    ...(description === undefined ? {} : { description }),
    ...describeType(schema as z.core.$ZodTypes, definitions),
    ...(title === undefined ? {} : { title }),
  }
}

function describeType(schema: z.core.$ZodTypes, definitions: JsonObject): JsonObject {
  const def = schema._zod.def
  switch (def.type) {
    case 'string':
      return { type: 'string', ...limitsOf(schema) }
    case 'number':
      return { type: isInteger(def) ? 'integer' : 'number', ...limitsOf(schema) }
    case 'bigint':
      return { type: 'integer', ...limitsOf(schema) }
    case 'boolean':
      return { type: 'boolean' }
    case 'null':
      return { type: 'null' }
    case 'enum':
      return choices(Object.values(def.entries))
    case 'literal':
      return def.values.length === 1 ? { const: def.values[0] as Json, ...typeOf(def.values) } : choices(def.values)
    case 'object':
      return describeObject(def, definitions)
    case 'array':
      return { type: 'array', items: describeNested(def.element, definitions), ...limitsOf(schema) }
    case 'tuple':
      return {
        type: 'array',
        prefixItems: def.items.map((item) => describeNested(item, definitions)),
        minItems: def.items.length,
        maxItems: def.items.length,
      }
    case 'record':
      return { type: 'object', additionalProperties: isAnything(def.valueType) || describeNested(def.valueType, definitions) }
    case 'union':
      return { anyOf: def.options.map((option) => describeNested(option, definitions)) }
    case 'nullable':
      return { anyOf: [describeNested(def.innerType, definitions), { type: 'null' }] }
    case 'default':
    case 'prefault':
      return { default: def.defaultValue as Json, ...describeNested(def.innerType, definitions) }
    case 'optional':
    case 'readonly':
    case 'nonoptional':
      return describeNested(def.innerType, definitions)
    case 'pipe':
      return describeNested(def.in, definitions)
    default:
      return {}
  }
}

type ObjectDefinition = { shape: Readonly<Record<string, z.core.$ZodType>>; catchall?: z.core.$ZodType | undefined }

function describeObject({ shape, catchall }: ObjectDefinition, definitions: JsonObject): JsonObject {
  const properties: JsonObject = {}
  for (const [key, field] of Object.entries(shape)) properties[key] = describeField(key, field, definitions)
  const required = Object.keys(shape).filter((key) => !isOmissible(shape[key] as z.core.$ZodType))
  const isOpen = catchall !== undefined && catchall._zod.def.type !== 'never'
  return {
    ...(catchall === undefined ? {} : { additionalProperties: isOpen }),
    properties,
    ...(required.length === 0 ? {} : { required }),
    type: 'object',
  }
}

/** One property, with the title that pydantic gives it unless it is a reference. */
function describeField(key: string, schema: z.core.$ZodType, definitions: JsonObject): JsonObject {
  const { description } = metaOf(schema)
  const body = describeNested(schema, definitions)
  return { ...(description === undefined ? {} : { description }), ...body, ...(body.$ref === undefined ? { title: titleOf(key) } : {}) }
}

function isAnything(schema: z.core.$ZodType): boolean {
  return ['any', 'unknown'].includes(schema._zod.def.type)
}

function isOmissible(schema: z.core.$ZodType): boolean {
  return ['default', 'prefault'].includes(schema._zod.def.type) || isOptional(schema)
}

function choices(values: readonly unknown[]): JsonObject {
  return { enum: values as Json[], ...typeOf(values) }
}

function typeOf(values: readonly unknown[]): JsonObject {
  const types = new Set(values.map((value) => (Number.isInteger(value) ? 'integer' : typeof value)))
  const [type] = types
  return types.size === 1 && type !== undefined && type !== 'object' ? { type } : {}
}

function limitsOf(schema: z.core.$ZodType): JsonObject {
  const limits: JsonObject = {}
  for (const check of (schema._zod.def as { checks?: z.core.$ZodCheck[] }).checks ?? []) {
    const def = check._zod.def as { check: string } & Record<string, Json>
    const unit = schema._zod.def.type === 'array' ? 'Items' : 'Length'
    if (def.check === 'min_length') limits[`min${unit}`] = def.minimum ?? 0
    if (def.check === 'max_length') limits[`max${unit}`] = def.maximum ?? 0
    if (def.check === 'length_equals') Object.assign(limits, { [`min${unit}`]: def.length, [`max${unit}`]: def.length })
    if (def.check === 'greater_than') limits[def.inclusive === true ? 'minimum' : 'exclusiveMinimum'] = def.value ?? 0
    if (def.check === 'less_than') limits[def.inclusive === true ? 'maximum' : 'exclusiveMaximum'] = def.value ?? 0
    if (def.check === 'string_format' && def.format === 'regex') limits.pattern = (def.pattern as unknown as RegExp).source
  }
  return limits
}
