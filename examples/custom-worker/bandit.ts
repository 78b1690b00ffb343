import { defineEnvironment } from 'openenv-edge'
import { z } from 'zod'

/** Find the best of several arms, each of which pays 1 with a chance of its own. A variant is one more call with another name. */
export function createBandit(name: string, armCount: number) {
  const pulls = z.array(z.int())
  return defineEnvironment({
    name,
    version: '1',
    description: `Find the best of ${armCount} arms.`,
    action: z.object({
      arm: z
        .int()
        .min(0)
        .max(armCount - 1),
    }),
    observation: z.object({ pulls }),
    // The chances are the agent's to find out: neither the observation nor `state` shows them.
    state: z.object({ chances: z.array(z.number()), pulls }),
    view: { schema: z.object({ pulls }), from: (state) => ({ pulls: state.pulls }) },
    // A key of `reset`, beside the seed.
    options: z.object({ best: z.number().min(0).max(1).default(0.9) }),
    maxSteps: 100,

    reset({ rng, options }) {
      const chances = Array.from({ length: armCount }, (_, arm) => (options.best * (arm + 1)) / armCount)
      const state = { chances: rng.shuffle(chances), pulls: chances.map(() => 0) }
      return { state, observation: { pulls: state.pulls } }
    },

    step({ chances, pulls }, { arm }, { rng }) {
      const state = { chances, pulls: pulls.with(arm, (pulls[arm] ?? 0) + 1) }
      return { state, observation: { pulls: state.pulls }, reward: rng.random() < (chances[arm] ?? 0) ? 1 : 0 }
    },
  })
}
