import { andThen } from '../awaitable.ts'
import type { Awaitable } from '../environment.ts'
import { OpenEnvError } from '../errors.ts'
import { isPlainObject, type Json, type JsonObject } from '../json.ts'
import { parseJson } from '../json-parse.ts'
import { createRng } from '../rng.ts'
import { type Issues, quoteChoices } from '../schema/issue.ts'
import { readInteger, readString } from '../schema/scalars.ts'
import { sameJson } from './same-json.ts'
import type { Task, TaskSet } from './task-set.ts'
import { compileTasks } from './task-text.ts'

/** The reset keys that choose a task (contract 2.1). */
export const TASK_KEYS: ReadonlySet<string> = new Set(['split', 'index', 'task_spec'])

/**
 * The task that a reset's keys choose: a place (`split` and `index`; without an index the seed picks one), or a `task_spec`, as the
 * Task API told it or of the client's own. Undefined when they choose none and the set has no fallback, or there is no set. Throws `VALIDATION_ERROR`
 * for a split, an index or a spec that the set does not have: never another task instead.
 */
export function chooseTask(tasks: TaskSet<unknown> | undefined, data: JsonObject, seed: bigint): Awaitable<Task<unknown> | undefined> {
  if (tasks === undefined) return undefined
  const { split, index, task_spec: spec } = data
  const isPlaced = isGiven(split) || isGiven(index)
  if (isGiven(spec)) {
    if (isPlaced) throw invalid('task_spec', 'Give either a task_spec or a split and an index.', spec)
    return fromSpec(tasks, spec)
  }
  if (!isPlaced) return tasks.fallback === undefined ? undefined : readTask(tasks, tasks.fallback, pick(tasks, tasks.fallback, seed))
  const name = readSplit(tasks, split)
  return readTask(tasks, name, isGiven(index) ? readIndex(tasks, name, index) : pick(tasks, name, seed))
}

/** The reset keys that choose this task again. */
export function keysOfTask({ split, index, data }: Task<unknown>): JsonObject {
  return split === null ? { task_spec: data as Json } : { split, index }
}

function isGiven(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null
}

function readSplit({ splits, fallback }: TaskSet<unknown>, given: Json | undefined, place = 'split'): string {
  const names = Object.keys(splits)
  if (!isGiven(given)) {
    const only = fallback ?? (names.length === 1 ? names[0] : undefined)
    if (only === undefined) throw invalid(place, `An index needs a split: ${quoteChoices(names)}.`, null)
    return only
  }
  const name = read(readString, given, place)
  if (typeof name !== 'string' || !Object.hasOwn(splits, name)) throw invalid(place, unknownSplit(splits, String(name)), given)
  return name
}

/** What to say of a split that there is not. */
export function unknownSplit(splits: TaskSet<unknown>['splits'], name: string): string {
  return `No split named "${name}". Known: ${Object.keys(splits).join(', ') || 'none'}.`
}

function readIndex(tasks: TaskSet<unknown>, split: string, given: Json, place = 'index'): number {
  const index = read(readInteger, given, place)
  const count = tasks.splits[split]?.count ?? 0
  if (typeof index === 'number' && index >= 0 && index < count) return index
  const range = count === 0 ? 'none' : `0 to ${count - 1}`
  throw invalid(place, `The split "${split}" has no task of index ${String(index)}. Its indices: ${range}.`, given)
}

/** Drawn from the seed alone, in a stream of its own: the environment's chances are what they would be without tasks. */
function pick(tasks: TaskSet<unknown>, split: string, seed: bigint): number {
  const count = tasks.splits[split]?.count ?? 0
  if (count === 0) throw invalid('split', `The split "${split}" has no tasks.`, split)
  return createRng(`${seed}/task`).integer(0, count - 1)
}

function readTask({ splits }: TaskSet<unknown>, split: string, index: number): Awaitable<Task<unknown>> {
  return andThen(splits[split]?.read(index, index + 1) ?? [], (rows) => {
    if (rows.length !== 1) throw new TypeError(`The split "${split}" gave ${rows.length} tasks when it was asked for one.`)
    return { split, index, data: rows[0] }
  })
}

function fromSpec(tasks: TaskSet<unknown>, spec: Json): Awaitable<Task<unknown>> {
  if (!isPlainObject(spec)) throw invalid('task_spec', 'A task_spec is a JSON object.', spec)
  const { split, index } = spec as JsonObject
  if (isGiven(split) && isGiven(index)) return fromNamed(tasks, spec as JsonObject, { split, index })
  const { readCustom } = compileTasks(tasks)
  if (readCustom === undefined) throw invalid('task_spec', 'A task_spec here names a task of the set, by "split" and "index".', spec)
  return { split: null, index: null, data: read(readCustom, spec, 'task_spec') }
}

/** A task as the Task API told it. What else it says must be so: a changed spec would otherwise pass for the task that it names. */
function fromNamed(tasks: TaskSet<unknown>, spec: JsonObject, place: { split: Json; index: Json }): Awaitable<Task<unknown>> {
  const split = readSplit(tasks, place.split, 'task_spec')
  const index = readIndex(tasks, split, place.index, 'task_spec')
  return andThen(readTask(tasks, split, index), (task) => {
    const listed = parseJson(compileTasks(tasks).print(split, index, task.data)) as JsonObject
    for (const [key, value] of Object.entries(spec)) {
      if (Object.hasOwn(listed, key) && sameJson(listed[key], value)) continue
      throw invalid('task_spec', `Task ${index} of split "${split}" has another "${key}" than this task_spec.`, value)
    }
    return task
  })
}

function read(reader: (value: unknown, issues: Issues, strict: boolean) => unknown, value: Json, place: string): unknown {
  const issues: Issues = []
  const out = reader(value, issues, false)
  const [issue] = issues
  if (issue === undefined) return out
  throw invalid([place, ...issue.loc].join('.'), issue.msg, value, issues)
}

/** Stock clients show the message alone, so it says all. */
function invalid(place: string, reason: string, input: Json, issues?: Issues): OpenEnvError {
  const loc = place.split('.')
  const errors = issues?.map((issue) => ({ ...issue, loc: [loc[0], ...issue.loc] })) ?? [{ type: 'value_error', loc, msg: reason, input }]
  return new OpenEnvError('VALIDATION_ERROR', `Invalid ${place}: ${reason}`, { details: { errors: errors as unknown as Json } })
}
