import { defineEnvironment } from 'openenv-edge'
import { z } from 'zod'

const HIGHEST = 100

/** Guess a number from 1 to 100; each miss is told whether it was too low or too high. */
export const environment = defineEnvironment({
  name: '__NAME__',
  version: '1',
  description: 'Guess a number from 1 to 100 in ten guesses.',
  action: z.object({ guess: z.int().min(1).max(HIGHEST) }),
  observation: z.object({ hint: z.string(), guessesLeft: z.int() }),
  // The whole state, as JSON. What the observation's schema does not name never reaches the agent.
  state: z.object({ target: z.int(), guessesLeft: z.int() }),
  view: { schema: z.object({}), from: () => ({}) },
  examples: [{ guess: 50 }],

  reset({ rng }) {
    const state = { target: rng.integer(1, HIGHEST), guessesLeft: 10 }
    return { state, observation: { hint: `Guess a number from 1 to ${HIGHEST}.`, guessesLeft: 10 } }
  },

  step({ target, guessesLeft }, { guess }) {
    const left = guessesLeft - 1
    const found = guess === target
    const hint = found ? 'Found.' : guess < target ? 'Too low.' : 'Too high.'
    return {
      state: { target, guessesLeft: left },
      observation: { hint, guessesLeft: left },
      reward: found ? 1 : 0,
      done: found || left === 0,
    }
  },
})
