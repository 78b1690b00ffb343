import { z } from 'zod'
import { defineToolEnvironment } from '../../core/index.ts'

/** A tool for each way in which a call can go. Its state is a counter. */
export const toolbox = defineToolEnvironment({
  name: 'toolbox',
  version: '1',
  state: z.object({ count: z.int() }),
  start: () => ({ state: { count: 0 }, reward: 0, metadata: { status: 'ready' } }),
  tools: {
    add: {
      description: 'Add two ints.',
      input: z.object({ a: z.int(), b: z.int().default(2) }),
      output: z.int(),
      call: (_state, { a, b }) => ({ result: a + b }),
    },
    count: {
      description: 'Count up.',
      input: z.object({}),
      call: ({ count }) => ({ state: { count: count + 1 }, result: count + 1, reward: 0.5, done: count >= 2 }),
    },
    spoil: {
      description: 'Change the state in place, then fail.',
      input: z.object({}),
      call(state) {
        state.count = 1_000
        throw new Error('tool exploded')
      },
    },
    draw: {
      description: 'Draw a number.',
      input: z.object({}),
      call: (_state, _input, { rng }) => ({ result: rng.integer(0, 1_000_000_000) }),
    },
    hang: {
      description: 'Take for ever, unless told to stop.',
      input: z.object({}),
      timeoutMs: 20,
      call: (state, _input, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ state: { count: state.count + 100 }, result: 'late' }))
        }),
    },
    train: { description: 'For training.', input: z.object({}), mode: 'simulation', call: () => ({ result: null }) },
    live: { description: 'For production.', input: z.object({}), mode: 'production', call: () => ({ result: [1, 2.5, 'x'] }) },
  },
})
