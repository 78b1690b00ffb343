import type { z } from 'zod'
import type { Json, JsonObject } from '../json.ts'
import { parseJson } from '../json-parse.ts'
import { printJson } from '../json-text.ts'
import { splitsFrom, type TaskSet, type TaskSetOptions } from './task-set.ts'

/** Rows of a split as text, so many a page: a worker that holds them has parsed none, and reads the page that it needs. */
export interface PackedSplit {
  readonly count: number
  /** Rows of each page but the last. */
  readonly pageSize: number
  /** JSON arrays of rows. */
  readonly pages: readonly string[]
}

/** A data file of tasks, as `packRows` makes it and `openenv-edge tasks` writes it: to be imported as JSON. */
export interface PackedTasks {
  readonly splits: Readonly<Record<string, PackedSplit>>
}

const PAGE_CHARACTERS = 16_000
const MAX_PAGE_SIZE = 256

/** Packs the rows of a split. */
export function packRows(rows: readonly JsonObject[]): PackedSplit {
  const texts = rows.map((row) => printJson(row))
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  const pageSize = Math.min(Math.max(Math.floor((PAGE_CHARACTERS * texts.length) / Math.max(length, 1)), 1), MAX_PAGE_SIZE)
  const pages = Array.from({ length: Math.ceil(texts.length / pageSize) }, (_, page) => {
    return `[${texts.slice(page * pageSize, (page + 1) * pageSize).join(',')}]`
  })
  return { count: texts.length, pageSize, pages }
}

/**
 * Tasks of a data file: `packedTasks(file, z.object({ question: z.string() }))`. Each row is parsed by the schema when it is read, and
 * one that does not match is an error which names it.
 */
export function packedTasks<Data>(
  { splits }: PackedTasks,
  schema: z.ZodType<Data>,
  options: TaskSetOptions<NoInfer<Data>> = {},
): TaskSet<Data> {
  const read = (split: PackedSplit, name: string) => (start: number, stop: number) =>
    rowsOf(split, start, stop).map((row, at) => parseRow(schema, row, `${start + at} of split "${name}"`))
  return { ...options, splits: splitsFrom(splits, (split, name) => ({ count: split.count, read: read(split, name) })) }
}

function rowsOf({ pages, pageSize }: PackedSplit, start: number, stop: number): Json[] {
  if (stop <= start) return []
  const first = Math.floor(start / pageSize)
  const rows = pages.slice(first, Math.ceil(stop / pageSize)).flatMap((page) => parseJson(page) as Json[])
  return rows.slice(start - first * pageSize, stop - first * pageSize)
}

function parseRow<Data>(schema: z.ZodType<Data>, row: Json, place: string): Data {
  const result = schema.safeParse(row)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new TypeError(`Task ${place} is not of its schema at ${issue?.path.map(String).join('.') || 'its top'}: ${issue?.message}`)
}
