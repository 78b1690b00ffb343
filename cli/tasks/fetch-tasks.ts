import { z } from 'zod'
import { type JsonObject, packRows } from '../../core/index.ts'
import { CommandError } from '../command-error.ts'
import { type Dataset, type HubFile, listFiles, readFile } from './hub.ts'
import { hasRows, readRows } from './rows.ts'

/** Where a data file of tasks comes from: written into it, so that a build that has it need not ask the hub again. */
const TaskSource = z.object({
  dataset: z.string(),
  revision: z.string(),
  /** Splits and the files of each: a path in the data set, `*` for any part of a name. */
  files: z.record(z.string(), z.string()),
  /** What is kept of a row; null: everything. */
  columns: z.array(z.string()).nullable(),
  /** Rows of each split that are kept, the first ones; null: all. */
  limit: z.int().nullable(),
})
export type TaskSource = z.output<typeof TaskSource>

/** A data file of tasks, and where it comes from. */
export const FetchedTasks = z.object({
  source: TaskSource,
  splits: z.record(z.string(), z.object({ count: z.int(), pageSize: z.int(), pages: z.array(z.string()) })),
})
export type FetchedTasks = z.output<typeof FetchedTasks>

/** Fetches a data set's rows and packs them. The same source gives the same bytes, whenever and wherever it is asked. */
export async function fetchTasks(source: TaskSource): Promise<FetchedTasks> {
  const dataset: Dataset = { name: source.dataset, revision: source.revision }
  const listed = await listFiles(dataset)
  const splits: FetchedTasks['splits'] = {}
  for (const [split, pattern] of Object.entries(source.files)) {
    const files = filesOf(listed, pattern, dataset)
    const packed = packRows(await rowsOf(dataset, files, source))
    splits[split] = { ...packed, pages: [...packed.pages] }
  }
  return { source, splits }
}

function filesOf(listed: readonly HubFile[], pattern: string, { name, revision }: Dataset): HubFile[] {
  const matcher = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`)
  const files = listed.filter(({ path }) => matcher.test(path)).sort((a, b) => (a.path < b.path ? -1 : 1))
  if (files.length > 0) return files
  const known = listed.map(({ path }) => path).filter(hasRows)
  throw new CommandError(`No file of ${name} at ${revision} matches "${pattern}". Its data: ${known.slice(0, 20).join(', ') || 'none'}.`)
}

async function rowsOf(dataset: Dataset, files: readonly HubFile[], { columns, limit }: TaskSource): Promise<JsonObject[]> {
  const rows: JsonObject[] = []
  for (const file of files) {
    if (limit !== null && rows.length >= limit) break
    rows.push(...(await readRows(file.path, await readFile(dataset, file), columns ?? undefined)))
  }
  return limit === null ? rows : rows.slice(0, limit)
}
