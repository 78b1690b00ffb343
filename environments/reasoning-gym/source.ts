import { z } from 'zod'
import { createPyRandom } from '../python-random.ts'
import { findDataset } from './catalogue.ts'
import { type AnyDataset, type Config, type ConfigValue, type Item, scoreOf } from './dataset.ts'

const Settings = z.record(z.string(), z.unknown())

/** One data set of a composite, as clients write it. */
export const Spec = z.object({ name: z.string(), weight: z.number().default(1), config: Settings.default({}) })
export type Spec = z.output<typeof Spec>

/** Where items come from: plain data, from which the data sets are made again at every step. */
export const Source = z.object({
  name: z.string(),
  seed: z.bigint(),
  size: z.int(),
  config: Settings,
  specs: z.array(Spec),
})
export type Source = z.output<typeof Source>

const COMPOSITE = 'composite'

/** A data set with its configuration, seed and size. */
interface Opened {
  readonly dataset: AnyDataset
  readonly config: Config
  readonly seed: bigint
  readonly size: number
}

/** An item and the data set that scores it. */
export interface Drawn {
  readonly dataset: AnyDataset
  readonly index: number
  readonly item: Item
}

/** Throws what upstream says about a source that cannot be opened. */
export function checkSource(source: Source): void {
  if (source.name === COMPOSITE) openComposite(source)
  else open(source.name, source.config, source.seed, source.size)
}

/** Item `index`: a function of the source and the index alone. */
export function draw(source: Source, index: number): Drawn {
  const { dataset, config, seed } =
    source.name === COMPOSITE ? choose(source, index) : open(source.name, source.config, source.seed, source.size)
  const item = dataset.item(createPyRandom(seed + BigInt(index)), config as never)
  return { dataset, index, item }
}

export function score({ dataset, item }: Drawn, answer: string): number {
  return scoreOf(dataset, answer, item)
}

function openComposite({ specs, seed, size }: Source): Opened[] {
  if (new Set(specs.map(({ name }) => name)).size < specs.length) {
    throw new Error('Duplicate dataset names are not allowed in CompositeDataset')
  }
  for (const { name, weight } of specs) {
    if (name === '') throw new Error('Dataset name cannot be empty')
    if (weight <= 0) throw new Error('Weight must be positive')
  }
  return specs.map(({ name, config: { seed: ownSeed, size: ownSize, ...config } }, at) =>
    open(name, config, readSeed(ownSeed) ?? seed + BigInt(at + 1), typeof ownSize === 'number' ? ownSize : size),
  )
}

function readSeed(value: unknown): bigint | undefined {
  return typeof value === 'bigint' || Number.isInteger(value) ? BigInt(value as bigint | number) : undefined
}

function choose(source: Source, index: number): Opened {
  const weights = source.specs.map(({ weight }) => weight)
  const [opened] = createPyRandom(source.seed + BigInt(index)).choices(openComposite(source), 1, weights)
  if (opened === undefined) throw new Error('Must specify at least one dataset')
  return opened
}

function open(name: string, settings: Readonly<Record<string, unknown>>, seed: bigint, size: number): Opened {
  const dataset = findDataset(name)
  const config = configure(dataset, settings)
  dataset.check(config as never, size)
  return { dataset, config, seed, size }
}

/** The defaults with the client's settings over them. */
function configure({ config, configClass }: AnyDataset, settings: Readonly<Record<string, unknown>>): Config {
  const chosen: Record<string, ConfigValue> = { ...config }
  for (const [key, value] of Object.entries(settings)) {
    const standard = config[key]
    if (standard === undefined) throw new Error(`${configClass}.__init__() got an unexpected keyword argument '${key}'`)
    if (!isLike(value, standard))
      throw new Error(`${configClass}: '${key}' must be of the type of its default, ${JSON.stringify(standard)}`)
    chosen[key] = value
  }
  return chosen
}

function isLike(value: unknown, standard: ConfigValue): value is ConfigValue {
  if (Array.isArray(standard)) return Array.isArray(value) && value.every((item) => typeof item === 'string')
  return typeof value === typeof standard
}
