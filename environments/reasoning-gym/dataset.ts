import type { PyRandom } from '../python-random.ts'
import { assert } from './python.ts'
import { containmentScore } from './scoring.ts'

/** A float of Python's: prints with its point, where a plain integral number prints without. */
export class Float {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

export type Metadata = Float | bigint | number | string | boolean | null | readonly Metadata[] | { readonly [key: string]: Metadata }

export interface Item {
  readonly question: string
  readonly answer: string
  /** Many answers are right: `answer` is one of them, and the client is told none. */
  readonly isOpen?: boolean
  /** The dataset's own entries, behind `source_dataset` and `source_index`. */
  readonly metadata: { readonly [key: string]: Metadata }
}

export type ConfigValue = number | boolean | string | readonly string[]
export type Config = { readonly [key: string]: ConfigValue }

/** A procedural dataset: item `i` is a function of its configuration and `Random(seed + i)`. */
export interface Dataset<Fields extends Config> {
  readonly name: string
  /** The Python class, which the error about an unknown key names. */
  readonly configClass: string
  /** Every key that a client may set, with its default; the default's type is the key's. */
  readonly config: Fields
  /** Items when nobody says how many. Default 500. */
  readonly size?: number
  /** Throws what upstream's assertions say. */
  check(config: Fields, size: number): void
  item(rng: PyRandom, config: Fields): Item
  /** Default: 1 for the answer itself, less where the text holds more than the answer, else 0. */
  score?(answer: string, item: Item): number
}

/** A dataset whose configuration's type is known to itself alone. */
export type AnyDataset = Omit<Dataset<never>, 'config'> & { readonly config: Config }

/** Defines a dataset; infers the types of its configuration from the defaults. */
export function defineDataset<Fields extends Config>(dataset: Dataset<Widened<Fields>> & { readonly config: Fields }): AnyDataset {
  return dataset as unknown as AnyDataset
}

/** `3` as a default means a number, not the number 3. */
type Widened<Fields> = {
  readonly [Key in keyof Fields]: Fields[Key] extends number
    ? number
    : Fields[Key] extends boolean
      ? boolean
      : Fields[Key] extends string
        ? string
        : readonly string[]
}

/** Longer answers are not read, only searched: a reader's time may grow with the square of the length. */
const MAX_READ_LENGTH = 20_000

export function scoreOf(dataset: AnyDataset, answer: string, item: Item): number {
  if (dataset.score === undefined) return containmentScore(answer, item.answer)
  return answer.length > MAX_READ_LENGTH ? 0 : dataset.score(answer, item)
}

/** The check that many datasets make of their size. */
export function positiveSize(size: number): void {
  assert(size > 0, 'size must be positive')
}
