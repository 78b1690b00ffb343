import type { z } from 'zod'
import type { AnyEnvironment } from './environment.ts'
import { OpenEnvError } from './errors.ts'
import { PrintError, printJson } from './json-text.ts'
import { compileFields, type Printer } from './schema/printer.ts'
import { compileActionReader, compileReader } from './schema/reader.ts'
import type { Reader } from './schema/scalars.ts'
import { compileStatePrinter } from './stored-state.ts'

/** An environment's schemas as closures. */
export interface CompiledEnvironment {
  readonly readAction: Reader
  readonly readState: Reader
  /** Absent where the environment reads no reset keys of its own. */
  readonly readOptions: Reader | undefined
  readonly optionKeys: ReadonlySet<string>
  /** Prints the observation's fields, each behind a comma. */
  readonly printObservation: Printer
  readonly printMetadata: Printer
  readonly printState: Printer
  /** Prints what `state` shows, each field behind a comma. */
  readonly printView: Printer
  /** True where the view tells a `step_count` of its own. */
  readonly countsSteps: boolean
}

const compiled = new WeakMap<AnyEnvironment, CompiledEnvironment>()

/**
 * Compiles an environment's schemas, once: workerd allows no `new Function`, so they become closures. Throws `FACTORY_ERROR` for one
 * whose fields have no names.
 */
export function compileEnvironment(environment: AnyEnvironment): CompiledEnvironment {
  const known = compiled.get(environment)
  if (known !== undefined) return known
  const { action, observation, metadata, state, options, view, tools } = environment
  const shown = view === undefined ? 'state' : 'view'
  const result: CompiledEnvironment = {
    readAction: tools?.readAction ?? compileActionReader(action),
    readState: compileReader(state),
    readOptions: options === undefined ? undefined : compileReader(options),
    optionKeys: new Set(options === undefined ? [] : Object.keys(shapeOf(options))),
    printObservation: printPart('observation', compileFields(requireObject(observation, environment, 'observation'))),
    printMetadata: printPart('metadata', metadata === undefined ? printJson : compileMetadata(metadata)),
    printState: printPart('state', compileStatePrinter(state)),
    printView: printPart(shown, compileFields(requireObject(view?.schema ?? state, environment, shown))),
    countsSteps: 'step_count' in shapeOf(view?.schema ?? state),
  }
  compiled.set(environment, result)
  return result
}

/** A fault names the part of the turn that it is in: `observation.text: expected a string`. */
function printPart(part: string, print: Printer): Printer {
  return (value) => {
    try {
      return print(value)
    } catch (error) {
      throw error instanceof PrintError ? error.within(part) : error
    }
  }
}

/** Metadata of a schema, and the mark that the runtime itself sets. */
function compileMetadata(schema: z.core.$ZodObject): Printer {
  const printFields = compileFields(schema)
  return (value) => {
    const isTruncated = (value as { truncated?: unknown }).truncated === true
    return `{${(printFields(value) + (isTruncated ? ',"truncated":true' : '')).slice(1)}}`
  }
}

function requireObject(schema: z.core.$ZodType, environment: AnyEnvironment, part: string): z.core.$ZodObject {
  if (schema._zod.def.type !== 'object') {
    throw new OpenEnvError('FACTORY_ERROR', `The ${part} schema of "${environment.name}" must be a z.object: its fields travel by name.`)
  }
  return schema as z.core.$ZodObject
}

/** The fields of an object schema, through the wrappers that keep them. */
export function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const def = (schema as z.core.$ZodTypes)._zod.def
  if (def.type === 'object') return def.shape
  return 'innerType' in def ? shapeOf(def.innerType) : {}
}
