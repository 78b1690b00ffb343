import { z } from 'zod'
import { defineEnvironment, generatedTasks } from '../../../core/index.ts'

/** Sums to be told: the question is listed, the sum is not. */
export const sums = defineEnvironment({
  name: 'sums',
  version: '1',
  action: z.object({ sum: z.int() }),
  observation: z.object({ question: z.string() }),
  state: z.object({ question: z.string(), sum: z.int() }),
  tasks: generatedTasks(
    { train: 1000, test: 10, hard: 3 },
    ({ rng }) => {
      const [a, b] = [rng.integer(0, 99), rng.integer(0, 99)]
      return { question: `${a} + ${b}`, sum: a + b }
    },
    { spec: z.object({ question: z.string() }), custom: z.object({ question: z.string(), sum: z.int() }), fallback: 'train' },
  ),
  reset({ task }) {
    if (task === undefined) throw new Error('no task')
    const { question, sum } = task.data
    return { state: { question, sum }, observation: { question } }
  },
  step: (state, { sum }) => ({ state, observation: { question: state.question }, reward: sum === state.sum ? 1 : 0, done: true }),
  view: { schema: z.object({ question: z.string() }), from: ({ question }) => ({ question }) },
})
