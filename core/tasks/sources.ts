import { createRng, type Rng } from '../rng.ts'
import { splitsFrom, type TaskSet, type TaskSetOptions } from './task-set.ts'

/** What the maker of a generated task is given. */
export interface TaskPlace {
  /** Drawn from the set's seed, the split's name and the index: the same task is always made of the same numbers. */
  readonly rng: Rng
  readonly split: string
  readonly index: number
}

export interface GeneratedOptions<Data> extends TaskSetOptions<Data> {
  /** Another seed makes other tasks. Default 0. */
  readonly seed?: bigint | number
}

/** Tasks made when they are asked for, so many of each split: `generatedTasks({ train: 1000, test: 100 }, ({ rng }) => …)`. */
export function generatedTasks<Data>(
  counts: Readonly<Record<string, number>>,
  make: (place: TaskPlace) => Data,
  { seed = 0, ...options }: GeneratedOptions<NoInfer<Data>> = {},
): TaskSet<Data> {
  const makeAt = (split: string, index: number) => make({ rng: createRng(`${seed}/${split}/${index}`), split, index })
  const splits = splitsFrom(counts, (count: number, split) => ({
    count,
    read: (start, stop) => Array.from({ length: stop - start }, (_, at) => makeAt(split, start + at)),
  }))
  return { ...options, splits }
}

/** Tasks that are written down: `listedTasks({ train: [...], test: [...] })`, or the rows of an imported JSON file. */
export function listedTasks<Data>(
  lists: Readonly<Record<string, readonly Data[]>>,
  options: TaskSetOptions<NoInfer<Data>> = {},
): TaskSet<Data> {
  const splits = splitsFrom(lists, (list: readonly Data[]) => ({ count: list.length, read: (start, stop) => list.slice(start, stop) }))
  return { ...options, splits }
}
