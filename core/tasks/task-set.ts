import type { z } from 'zod'
import type { Awaitable } from '../environment.ts'

/** What a split is for, as OpenEnv's Task API tells it. A split of another name is a validation split unless it says otherwise. */
export type SplitType = 'train' | 'validation' | 'test'

/** The tasks of one split, read when they are asked for. */
export interface TaskSplit<Data> {
  readonly type: SplitType
  /** Tasks in it; known without reading any. */
  readonly count: number
  /** The tasks from `start` up to, not including, `stop`: 0 ≤ start ≤ stop ≤ count. The same ones each time. */
  read(start: number, stop: number): Awaitable<readonly Data[]>
}

/** How a task set is shown and used, whatever its tasks come from. */
export interface TaskSetOptions<Data> {
  /**
   * What the Task API tells of a task beside `id`, `split` and `index`: fields of its data. A field that the schema lacks never leaves,
   * so a solution stays hidden. Default: none.
   */
  readonly spec?: z.ZodObject
  /** Data that a client may bring itself, as `task_spec` of a reset. Default: it can only name tasks of the set. */
  readonly custom?: z.ZodType<Data>
  /** The split that a reset plays when it names no task. Default: such a reset gets no task (`context.task` is undefined). */
  readonly fallback?: string
}

/** The tasks of an environment: splits by name. */
export interface TaskSet<Data> extends TaskSetOptions<Data> {
  readonly splits: Readonly<Record<string, TaskSplit<Data>>>
}

/** What `reset` is to set: a task of a split, or one that the client brought (split and index are then null). */
export type Task<Data> =
  | { readonly split: string; readonly index: number; readonly data: Data }
  | { readonly split: null; readonly index: null; readonly data: Data }

const TYPES: ReadonlySet<string> = new Set(['train', 'validation', 'test'] satisfies SplitType[])

/** A split's type by its name (contract 1.4). */
function splitTypeOf(name: string): SplitType {
  return TYPES.has(name) ? (name as SplitType) : 'validation'
}

/** The splits of a record whose entries are made into splits by `make`. */
export function splitsFrom<Entry, Data>(
  entries: Readonly<Record<string, Entry>>,
  make: (entry: Entry, name: string) => Omit<TaskSplit<Data>, 'type'>,
): Record<string, TaskSplit<Data>> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, { type: splitTypeOf(name), ...make(entry, name) }]))
}
