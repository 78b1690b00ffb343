import type { z } from 'zod'
import { isPlainObject } from '../json.ts'
import { PrintError, printFloat, printJson, printString } from '../json-text.ts'
import { isInteger, isOptional } from './reader.ts'

/** Prints a value of its schema as JSON. Throws `PrintError` where the value is not of the schema or has no JSON. */
export type Printer = (value: unknown) => string

const printers = new WeakMap<z.core.$ZodType, Printer>()

/**
 * A schema as a closure that prints and checks types in one pass: a field that the schema lacks is left out, a float keeps its
 * point, an integer has none.
 */
export function compilePrinter(schema: z.core.$ZodType): Printer {
  const known = printers.get(schema)
  if (known !== undefined) return known
  let compiled: Printer | undefined
  printers.set(schema, (value) => (compiled as Printer)(value))
  compiled = compileNode(schema as z.core.$ZodTypes)
  printers.set(schema, compiled)
  return compiled
}

function compileNode(schema: z.core.$ZodTypes): Printer {
  const def = schema._zod.def
  switch (def.type) {
    case 'string':
      return (value) => (typeof value === 'string' ? printString(value) : fail('a string', value))
    case 'number':
      return isInteger(def) ? printInteger : (value) => (typeof value === 'number' ? printFloat(value) : fail('a number', value))
    case 'bigint':
      return (value) => (typeof value === 'bigint' ? value.toString() : fail('a bigint', value))
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : fail('a boolean', value))
    case 'null':
      return (value) => (value === null ? 'null' : fail('null', value))
    case 'enum':
      return printChoice(Object.values(def.entries))
    case 'literal':
      return printChoice(def.values)
    case 'object':
      return printObject(compileFields(schema as z.core.$ZodObject))
    case 'array':
      return printArray(compilePrinter(def.element))
    case 'tuple':
      return def.rest === null ? printTuple(def.items.map(compilePrinter)) : printJson
    case 'record':
      return printRecord(compilePrinter(def.valueType))
    case 'union':
      return printUnion(
        def.options.map((option) => ({ kind: KINDS.get((option as z.core.$ZodTypes)._zod.def.type), print: compilePrinter(option) })),
      )
    case 'optional':
    case 'readonly':
    case 'nonoptional':
      return compilePrinter(def.innerType)
    case 'default':
    case 'prefault': {
      const print = compilePrinter(def.innerType)
      return (value) => print(value === undefined ? def.defaultValue : value)
    }
    case 'nullable': {
      const print = compilePrinter(def.innerType)
      return (value) => (value === null ? 'null' : print(value))
    }
    case 'lazy': {
      // The getter may make its schema anew at each call.
      let print: Printer | undefined
      return (value) => {
        print ??= compilePrinter(def.getter())
        return print(value)
      }
    }
    default:
      return printJson
  }
}

function fail(expected: string, value: unknown): never {
  const found =
    value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value === 'object' ? value.constructor?.name : typeof value
  throw new PrintError(`expected ${expected}, found ${found}`)
}

function printInteger(value: unknown): string {
  if (typeof value !== 'number' || !Number.isInteger(value)) return fail('an integer', value)
  return value === 0 ? '0' : Number.isSafeInteger(value) ? String(value) : BigInt(value).toString()
}

function printChoice(values: readonly unknown[]): Printer {
  const texts = new Map(values.map((value) => [value, printJson(value)]))
  return (value) => texts.get(value) ?? fail(`one of ${[...texts.values()].join(', ')}`, value)
}

function printAt(print: Printer, value: unknown, key: string | number): string {
  try {
    return print(value)
  } catch (error) {
    throw error instanceof PrintError ? error.within(key) : error
  }
}

function printArray(print: Printer): Printer {
  return (value) => {
    if (!Array.isArray(value)) return fail('a list', value)
    let text = ''
    let i = 0
    try {
      for (; i < value.length; i++) text += i === 0 ? print(value[i]) : `,${print(value[i])}`
    } catch (error) {
      throw error instanceof PrintError ? error.within(i) : error
    }
    return `[${text}]`
  }
}

function printTuple(items: Printer[]): Printer {
  return (value) => {
    if (!Array.isArray(value) || value.length !== items.length) return fail(`a list of ${items.length}`, value)
    return `[${items.map((print, index) => printAt(print, value[index], index)).join(',')}]`
  }
}

function printRecord(print: Printer): Printer {
  return (value) => {
    if (!isPlainObject(value)) return fail('an object', value)
    return `{${Object.entries(value)
      .map(([key, item]) => `${printString(key)}:${printAt(print, item, key)}`)
      .join(',')}}`
  }
}

/** What values a schema's type prints; a member of a union that cannot print the value is passed over without a throw. */
const KINDS = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['bigint', 'bigint'],
  ['boolean', 'boolean'],
  ['null', 'null'],
  ['array', 'list'],
  ['tuple', 'list'],
  ['object', 'object'],
  ['record', 'object'],
])

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
}

function printUnion(members: readonly { readonly kind: string | undefined; readonly print: Printer }[]): Printer {
  return (value) => {
    const found = kindOf(value)
    for (const { kind, print } of members) {
      if (kind !== undefined && kind !== found) continue
      try {
        return print(value)
      } catch (error) {
        if (!(error instanceof PrintError)) throw error
      }
    }
    return fail('a member of the union', value)
  }
}

function printObject(printFields: Printer): Printer {
  return (value) => `{${printFields(value).slice(1)}}`
}

/** The fields of an object, each behind a comma (`,"x":1,"y":2`), so that others can be written before them. */
export function compileFields(schema: z.core.$ZodObject): Printer {
  const fields = Object.entries(schema._zod.def.shape).map(([key, inner]) => ({
    key,
    lead: `,${JSON.stringify(key)}:`,
    print: compilePrinter(inner),
    mayLack: isOptional(inner),
  }))
  const known = new Set(fields.map(({ key }) => key))
  const keepsExtra = schema._zod.def.catchall !== undefined && schema._zod.def.catchall._zod.def.type !== 'never'
  return (value) => {
    if (!isPlainObject(value)) return fail('an object', value)
    let text = ''
    for (const { key, lead, print, mayLack } of fields) {
      const item = value[key]
      if (item === undefined && mayLack) continue
      text += lead + printAt(print, item, key)
    }
    if (keepsExtra) {
      for (const [key, item] of Object.entries(value)) {
        if (!known.has(key) && item !== undefined) text += `,${printString(key)}:${printAt(printJson, item, key)}`
      }
    }
    return text
  }
}
