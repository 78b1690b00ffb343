import type { z } from 'zod'
import { isPlainObject } from '../json.ts'
import { type Check, compileCheck } from './checks.ts'
import { type Issues, prefix, quoteChoices, report } from './issue.ts'
import { type Reader, readBigint, readBoolean, readFloat, readInteger, readString } from './scalars.ts'

/** What a reader makes of a key that no field has. */
export type ExtraKeys = 'drop' | 'forbid' | 'keep'

const readers = new WeakMap<z.core.$ZodType, Reader>()

/**
 * A schema as a closure that reads untrusted JSON as pydantic would: lax conversions, every fault collected with its place.
 * What has no closure (refinements, transforms, formats) is left to zod.
 */
export function compileReader(schema: z.core.$ZodType): Reader {
  const known = readers.get(schema)
  if (known !== undefined) return known
  let compiled: Reader | undefined
  // A schema that contains itself finds this entry instead of recursing for ever.
  readers.set(schema, (value, issues, strict) => (compiled as Reader)(value, issues, strict))
  compiled = withChecks(schema, compileNode(schema as z.core.$ZodTypes))
  readers.set(schema, compiled)
  return compiled
}

/** As {@link compileReader}, but an action refuses the keys that it does not know, as OpenEnv's do. */
export function compileActionReader(schema: z.core.$ZodType): Reader {
  const def = (schema as z.core.$ZodTypes)._zod.def
  if (def.type !== 'object' || def.catchall !== undefined) return compileReader(schema)
  return withChecks(schema, compileObject(def, 'forbid'))
}

function withChecks(schema: z.core.$ZodType, read: Reader): Reader {
  const own = (schema._zod.def as { checks?: z.core.$ZodCheck[]; check?: string }).checks ?? []
  const format = 'check' in schema._zod.def ? [schema as unknown as z.core.$ZodCheck] : []
  const all = [...format, ...own]
  if (all.length === 0) return read
  const checks = all.map(compileCheck)
  if (checks.includes(undefined)) return thenZod(schema, read)
  return (value, issues, strict) => {
    const start = issues.length
    const out = read(value, issues, strict)
    if (issues.length === start) for (const check of checks as Check[]) check(out, issues)
    return out
  }
}

/** Reads with pydantic's conversions first, then lets zod have the last word. */
function thenZod(schema: z.core.$ZodType, read: Reader): Reader {
  return (value, issues, strict) => {
    const start = issues.length
    const out = read(value, issues, strict)
    if (issues.length > start) return undefined
    const result = (schema as z.ZodType).safeParse(out)
    if (result.success) return result.data
    for (const { message, path } of result.error.issues) {
      issues.push({
        type: 'value_error',
        loc: path.map((part) => (typeof part === 'number' ? part : String(part))),
        msg: message,
        input: null,
      })
    }
    return undefined
  }
}

function compileNode(schema: z.core.$ZodTypes): Reader {
  const def = schema._zod.def
  switch (def.type) {
    case 'string':
      return readString
    case 'number':
      return isInteger(def) ? readInteger : readFloat
    case 'bigint':
      return readBigint
    case 'boolean':
      return readBoolean
    case 'null':
      return (value, issues) => (value === null ? null : report(issues, 'none_required', 'Input should be None', value))
    case 'any':
    case 'unknown':
      return (value) => value
    case 'enum':
      return choice('enum', Object.values(def.entries))
    case 'literal':
      return choice('literal_error', def.values)
    case 'object':
      return compileObject(def, extraKeysOf(def.catchall))
    case 'array':
      return compileArray(compileReader(def.element))
    case 'tuple':
      return def.rest === null ? compileTuple(def.items.map(compileReader)) : thenZod(schema, (value) => value)
    case 'record':
      return compileRecord(compileReader(def.valueType))
    case 'union':
      return compileUnion(def.options.map(compileReader))
    case 'optional':
    case 'readonly':
    case 'nonoptional':
    case 'default':
    case 'prefault':
      return compileReader(def.innerType)
    case 'nullable':
      return nullable(compileReader(def.innerType))
    case 'lazy': {
      // The getter may make its schema anew at each call.
      let read: Reader | undefined
      return (value, issues, strict) => {
        read ??= compileReader(def.getter())
        return read(value, issues, strict)
      }
    }
    default:
      return thenZod(schema, (value) => value)
  }
}

/** True where zod's number is an integer: `z.int()`, `z.int32()` and `z.number().int()`. */
export function isInteger(def: z.core.$ZodNumberDef): boolean {
  const formats = [def as { format?: string }, ...(def.checks ?? []).map((check) => check._zod.def as { format?: string })]
  return formats.some(({ format }) => format !== undefined && /int/.test(format))
}

function extraKeysOf(catchall: z.core.$ZodType | undefined): ExtraKeys {
  if (catchall === undefined) return 'drop'
  return catchall._zod.def.type === 'never' ? 'forbid' : 'keep'
}

function choice(type: 'enum' | 'literal_error', values: readonly unknown[]): Reader {
  const allowed = new Set(values)
  const expected = quoteChoices(values)
  return (value, issues) => (allowed.has(value) ? value : report(issues, type, `Input should be ${expected}`, value, { expected }))
}

function nullable(read: Reader): Reader {
  return (value, issues, strict) => (value === null ? null : read(value, issues, strict))
}

function compileArray(read: Reader): Reader {
  return (value, issues, strict) => {
    if (!Array.isArray(value)) return report(issues, 'list_type', 'Input should be a valid list', value)
    return value.map((item, index) => readAt(read, item, index, issues, strict))
  }
}

function compileTuple(items: Reader[]): Reader {
  return (value, issues, strict) => {
    if (!Array.isArray(value)) return report(issues, 'tuple_type', 'Input should be a valid tuple', value)
    if (value.length !== items.length) {
      const [type, bound] = value.length < items.length ? ['too_short', 'least'] : ['too_long', 'most']
      return report(issues, type, `Tuple should have at ${bound} ${items.length} items after validation, not ${value.length}`, value)
    }
    return items.map((read, index) => readAt(read, value[index], index, issues, strict))
  }
}

function compileRecord(read: Reader): Reader {
  return (value, issues, strict) => {
    if (!isPlainObject(value)) return report(issues, 'dict_type', 'Input should be a valid dictionary', value)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readAt(read, item, key, issues, strict)]))
  }
}

/** pydantic's smart mode, in short: the member that takes the value as it is, else the first that can convert it. */
function compileUnion(members: Reader[]): Reader {
  return (value, issues, strict) => {
    const faults: Issues = []
    for (const mode of strict ? [true] : [true, false]) {
      faults.length = 0
      for (const read of members) {
        const start = faults.length
        const out = read(value, faults, mode)
        if (faults.length === start) return out
      }
    }
    issues.push(...faults)
    return undefined
  }
}

function readAt(read: Reader, value: unknown, key: string | number, issues: Issues, strict: boolean): unknown {
  const start = issues.length
  const out = read(value, issues, strict)
  if (issues.length > start) prefix(issues, start, key)
  return out
}

type Field = { key: string; read: Reader; isRequired: boolean; fallback: (() => unknown) | undefined }

function compileField([key, schema]: [string, z.core.$ZodType]): Field {
  const def = (schema as z.core.$ZodTypes)._zod.def
  const fallback = def.type === 'default' || def.type === 'prefault' ? () => def.defaultValue : undefined
  return { key, read: compileReader(schema), isRequired: fallback === undefined && !isOptional(schema), fallback }
}

/** True where a key may be left out. */
export function isOptional(schema: z.core.$ZodType): boolean {
  const def = (schema as z.core.$ZodTypes)._zod.def
  if (def.type === 'optional') return true
  return (def.type === 'nullable' || def.type === 'readonly') && isOptional(def.innerType)
}

/** An object's reader. Fields come out in the schema's order. */
function compileObject(def: { shape: Readonly<Record<string, z.core.$ZodType>> }, extra: ExtraKeys): Reader {
  const fields = Object.entries(def.shape).map(compileField)
  const known = new Set(fields.map(({ key }) => key))
  return (value, issues, strict) => {
    if (!isPlainObject(value)) return report(issues, 'model_type', 'Input should be a valid dictionary', value)
    const out: Record<string, unknown> = {}
    for (const field of fields) readField(field, value, out, issues, strict)
    if (extra !== 'drop') {
      for (const key of Object.keys(value)) {
        if (known.has(key)) continue
        if (extra === 'keep') out[key] = value[key]
        else issues.push({ type: 'extra_forbidden', loc: [key], msg: 'Extra inputs are not permitted', input: value[key] as never })
      }
    }
    return out
  }
}

function readField(field: Field, value: Record<string, unknown>, out: Record<string, unknown>, issues: Issues, strict: boolean): void {
  const { key } = field
  const item = Object.hasOwn(value, key) ? value[key] : undefined
  if (item !== undefined) out[key] = readAt(field.read, item, key, issues, strict)
  else if (field.fallback !== undefined) out[key] = field.fallback()
  else if (field.isRequired) issues.push({ type: 'missing', loc: [key], msg: 'Field required', input: value as never })
}
