import type { z } from 'zod'
import { shapeOf } from '../compiled.ts'
import { compileFields, type Printer } from '../schema/printer.ts'
import { compileReader } from '../schema/reader.ts'
import type { Reader } from '../schema/scalars.ts'
import type { TaskSet } from './task-set.ts'

/** A task set's schemas as closures. */
export interface CompiledTasks {
  /** JSON text of what the Task API tells of a task. */
  print(split: string, index: number, data: unknown): string
  /** Reads what a client brings; absent where it can bring nothing. */
  readonly readCustom: Reader | undefined
}

const compiled = new WeakMap<TaskSet<unknown>, CompiledTasks>()

/** Compiles a task set's schemas, once. Throws a TypeError for a set that contradicts itself. */
export function compileTasks(tasks: TaskSet<unknown>): CompiledTasks {
  const known = compiled.get(tasks)
  if (known !== undefined) return known
  const { spec, custom, fallback, splits } = tasks
  if (fallback !== undefined && !Object.hasOwn(splits, fallback))
    throw new TypeError(`The tasks have no split "${fallback}" to fall back on.`)
  const result: CompiledTasks = {
    print: printerOf(spec),
    readCustom: custom === undefined ? undefined : compileReader(custom),
  }
  compiled.set(tasks, result)
  return result
}

function printerOf(spec: z.ZodObject | undefined): CompiledTasks['print'] {
  const fields = spec === undefined ? {} : shapeOf(spec)
  for (const name of ['split', 'index']) {
    if (name in fields)
      throw new TypeError(`A task's "${name}" is its place in the set: the spec schema must not have a field of that name.`)
  }
  const printFields: Printer = spec === undefined ? () => '' : compileFields(spec)
  return (split, index, data) => {
    const id = 'id' in fields ? '' : `"id":${JSON.stringify(`${split}-${index}`)},`
    return `{${id}"split":${JSON.stringify(split)},"index":${index}${printFields(data)}}`
  }
}
