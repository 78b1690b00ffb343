import { defineEnvironment } from 'openenv-edge'
import { z } from 'zod'

/** Guess a number from 1 to 100: the reward is how much closer this guess is than the best before it. */
export const guess = defineEnvironment({
  name: 'guess',
  version: '1',
  action: z.object({ number: z.int().min(1).max(100) }),
  observation: z.object({ hint: z.enum(['start', 'higher', 'lower', 'found']) }),
  state: z.object({ secret: z.int(), best: z.int() }),
  view: { schema: z.object({ best: z.int() }), from: ({ best }) => ({ best }) },
  maxSteps: 10,

  reset({ rng }) {
    return { state: { secret: rng.integer(1, 100), best: 100 }, observation: { hint: 'start' } }
  },

  step({ secret, best }, { number }) {
    const distance = Math.abs(number - secret)
    const hint = distance === 0 ? 'found' : number < secret ? 'higher' : 'lower'
    const state = { secret, best: Math.min(best, distance) }
    return { state, observation: { hint }, reward: (best - state.best) / 100, done: distance === 0 }
  },
})
