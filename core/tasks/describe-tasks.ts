import type { JsonObject } from '../json.ts'
import { jsonSchemaOf } from '../schema/json-schema.ts'
import type { SplitType, TaskSet } from './task-set.ts'
import { compileTasks } from './task-text.ts'

/** An environment's tasks as plain data. */
export interface TaskDescription {
  readonly splits: readonly { readonly name: string; readonly type: SplitType; readonly count: number }[]
  /** JSON Schema of what the Task API tells of a task. */
  readonly spec: JsonObject
  /** JSON Schema of the `task_spec` that a client may bring itself; null where it can only name a task of the set. */
  readonly custom: JsonObject | null
  /** The split that a reset plays when it names no task; null where it gets none. */
  readonly fallback: string | null
}

const PLACE = { id: { type: 'string' }, split: { type: 'string' }, index: { type: 'integer', minimum: 0 } }

/** Describes a task set; throws a TypeError for one that contradicts itself. */
export function describeTasks(tasks: TaskSet<unknown>): TaskDescription {
  compileTasks(tasks)
  const { splits, spec, custom, fallback = null } = tasks
  const { properties = {}, required = [], ...rest } = spec === undefined ? {} : jsonSchemaOf(spec)
  return {
    splits: Object.entries(splits).map(([name, { type, count }]) => ({ name, type, count })),
    spec: {
      ...rest,
      type: 'object',
      properties: { ...PLACE, ...(properties as JsonObject) },
      required: [...new Set(['id', 'split', 'index', ...(required as string[])])],
      title: rest.title ?? 'Task',
    },
    custom: custom === undefined ? null : jsonSchemaOf(custom),
    fallback,
  }
}
