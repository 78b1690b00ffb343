import { z } from 'zod'
import { defineEnvironment, type ResetContext, type TaskSplit } from '../core/index.ts'
import { DATASET_NAMES } from './reasoning-gym/catalogue.ts'
import { PythonObject, toPython } from './reasoning-gym/metadata.ts'
import { ScoringError } from './reasoning-gym/python.ts'
import { checkSource, draw, Source, Spec, score } from './reasoning-gym/source.ts'

const DEFAULT_SOURCE: Source = { name: 'leg_counting', seed: 42n, size: 1000, config: {}, specs: [] }

const Options = z.object({
  dataset_name: z.string().nullable().default(null),
  dataset_config: z.record(z.string(), z.unknown()).nullable().default(null),
  dataset_specs: z.array(Spec).nullable().default(null),
  size: z.int().nullable().default(null),
})
type Options = z.output<typeof Options>

const State = z.object({ source: Source, index: z.int() })
type State = z.output<typeof State>

/** The source that a reset asks for; undefined when it asks for the next item of the one before. */
function readSource({ options, seed, isSeeded }: ResetContext<State, Options, Item>): Source | undefined {
  const { dataset_name: name, dataset_config, dataset_specs, size } = options
  if (name === null) return undefined
  if (!isSeeded || size === null) throw new Error('seed and size must be provided when dataset_name is specified')
  if (name === 'composite' && dataset_specs === null) throw new Error('dataset_specs must be provided for composite datasets')
  if (name === 'composite' && dataset_specs?.length === 0) throw new Error('dataset_specs cannot be empty for composite datasets')
  return { name, seed, size, config: dataset_config ?? {}, specs: dataset_specs ?? [] }
}

/** What is asked now: the first item of a new source, or the next of the old one, from the start again after its last. */
function advance(context: ResetContext<State, Options, Item>): State {
  if (context.task !== undefined) {
    const { dataset_name: name, seed, item } = context.task.data
    return { source: { name, seed: BigInt(seed), size: TASK_ITEMS, config: {}, specs: [] }, index: item }
  }
  const source = readSource(context)
  if (source !== undefined) {
    checkSource(source)
    return { source, index: 0 }
  }
  const { previous = { source: DEFAULT_SOURCE, index: -1 } } = context
  const index = previous.index + 1
  return { source: previous.source, index: index < previous.source.size ? index : 0 }
}

/** An item of a data set of its own seed. */
const Item = z.object({ dataset_name: z.string(), seed: z.int(), item: z.int() })
type Item = z.output<typeof Item>

const TASK_ITEMS = 100

/** Items of every data set in turn. `seed` is the split's own: no item is in two splits. */
function itemsOf(type: TaskSplit<Item>['type'], seed: number): TaskSplit<Item> {
  const itemAt = (at: number) => ({
    dataset_name: DATASET_NAMES[at % DATASET_NAMES.length] ?? '',
    seed,
    item: Math.floor(at / DATASET_NAMES.length),
  })
  return {
    type,
    count: DATASET_NAMES.length * TASK_ITEMS,
    read: (start, stop) => Array.from({ length: stop - start }, (_, at) => itemAt(start + at)),
  }
}

const SILENT = { question: null, score: null, correct_answer: null, dataset_metadata: null }

/** One question, one scored answer: items of reasoning_gym's procedural data sets, alone or mixed. */
export const reasoningGym = defineEnvironment({
  name: 'reasoning_gym',
  version: '1',
  description: `One question, one scored answer. Data sets: ${DATASET_NAMES.join(', ')}, and composites of them.`,
  action: z.object({ answer: z.string().describe("The agent's answer to the current question") }).meta({ title: 'ReasoningGymAction' }),
  observation: z
    .object({
      question: z.string().nullable().default(null),
      score: z.number().nullable().default(null),
      correct_answer: z.string().nullable().default(null),
      dataset_metadata: PythonObject.nullable().default(null),
    })
    .meta({ title: 'ReasoningGymObservation' }),
  state: State,
  options: Options,
  view: { isUnpublished: true, schema: z.object({}), namedBeforeReset: true, from: () => ({}) },
  afterDone: 'continue',
  examples: [{ answer: '42' }],
  tasks: { splits: { train: itemsOf('train', 1000), test: itemsOf('test', 2000) }, spec: Item },

  reset(context) {
    const state = advance(context)
    const { item } = draw(state.source, state.index)
    return { state, observation: { ...SILENT, question: item.question }, reward: 0 }
  },

  step(state, { answer }) {
    const drawn = draw(state.source, state.index)
    const { dataset, item, index } = drawn
    try {
      const reward = score(drawn, answer)
      const metadata = { source_dataset: dataset.name, source_index: index, ...item.metadata }
      const dataset_metadata = Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, toPython(value)]))
      const correct_answer = item.isOpen === true ? null : item.answer
      return { state, observation: { ...SILENT, score: reward, correct_answer, dataset_metadata }, reward, done: true }
    } catch (error) {
      if (!(error instanceof ScoringError)) throw error
      return { state, observation: SILENT, done: true, error: error.message }
    }
  },

  render: ({ source, index }) => ({ text: draw(source, index).item.question }),
})
