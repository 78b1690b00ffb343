import type { TaskSplit } from './task-set.ts'
import type { CompiledTasks } from './task-text.ts'

/** A split with what it takes to print its tasks. */
export interface OpenSplit extends TaskSplit<unknown> {
  readonly name: string
  readonly print: CompiledTasks['print']
}

/** Tasks that are read from a split at once. */
const PAGE_TASKS = 256
/** Tasks in one answer, and its size: a Worker has 128 MB of memory and 30 s of CPU. */
const MAX_TASKS = 10_000
const MAX_CHARACTERS = 16_000_000

/** More was asked for than one answer holds. */
export class RangeTooLarge extends Error {
  override readonly name = 'RangeTooLarge'
}

/** JSON text of the tasks from `start` up to `stop`, read page by page. Throws {@link RangeTooLarge}: a shortened list would pass for the whole. */
export async function readRange(split: OpenSplit, start: number, stop: number): Promise<string> {
  if (stop - start > MAX_TASKS) throw tooLarge(split, `the range has ${stop - start} tasks, and an answer at most ${MAX_TASKS}`)
  let text = ''
  for (let from = start; from < stop; from += PAGE_TASKS) {
    const to = Math.min(from + PAGE_TASKS, stop)
    const page = await split.read(from, to)
    if (page.length !== to - from) throw new TypeError(`The split "${split.name}" gave ${page.length} tasks for ${to - from}.`)
    for (const [at, data] of page.entries()) text += `${text === '' ? '' : ','}${split.print(split.name, from + at, data)}`
    if (text.length > MAX_CHARACTERS) throw tooLarge(split, `the answer would be over ${MAX_CHARACTERS} characters long`)
  }
  return `[${text}]`
}

function tooLarge({ name, count }: OpenSplit, reason: string): RangeTooLarge {
  return new RangeTooLarge(`The split "${name}" has ${count} tasks; ${reason}: ask for less at once, with task_range's start and stop.`)
}

/** Bounds of a Python slice; null for none. */
interface Slice {
  readonly start: bigint | null
  readonly stop: bigint | null
}

/** What Python's slice takes of `count` items: negative bounds count from the end, bounds outside are cut. */
export function sliceBounds(count: number, { start, stop }: Slice): { start: number; stop: number } {
  const first = place(start ?? 0n, count)
  return { start: first, stop: Math.max(first, place(stop ?? BigInt(count), count)) }
}

function place(integer: bigint, count: number): number {
  const bound = Number(integer)
  return Math.min(Math.max(bound < 0 ? bound + count : bound, 0), count)
}
