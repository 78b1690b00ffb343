import { defineToolEnvironment } from 'openenv-edge'
import { z } from 'zod'

const NAMES = ['apples', 'bread', 'cheese', 'dates', 'eggs']

/** A shop with a budget: the agent looks up prices and buys; the episode ends when it checks out. */
export const environment = defineToolEnvironment({
  name: '__NAME__',
  version: '1',
  description: 'Buy as many different things as the budget allows, by calling tools.',
  // The whole state, as JSON. Agents see only what their tools return.
  state: z.object({ prices: z.record(z.string(), z.int()), budget: z.int(), bought: z.array(z.string()) }),
  view: { schema: z.object({ budget: z.int() }), from: ({ budget }) => ({ budget }) },
  maxSteps: 20,

  start({ rng }) {
    const prices = Object.fromEntries(NAMES.map((name) => [name, rng.integer(1, 9)]))
    return { state: { prices, budget: 15, bought: [] } }
  },

  tools: {
    price: {
      description: `Tell the price of one of: ${NAMES.join(', ')}.`,
      input: z.object({ name: z.enum(NAMES) }),
      output: z.int(),
      call: ({ prices }, { name }) => ({ result: prices[name] ?? 0 }),
    },
    buy: {
      description: 'Buy one thing; refused when the budget is too low.',
      input: z.object({ name: z.enum(NAMES) }),
      call({ prices, budget, bought }, { name }) {
        const price = prices[name] ?? 0
        // A throw is what the agent is told; the state stays as it was.
        if (price > budget) throw new Error(`The ${name} cost ${price}, and ${budget} is left.`)
        const state = { prices, budget: budget - price, bought: [...bought, name] }
        return { state, result: { left: state.budget }, reward: bought.includes(name) ? 0 : 1 }
      },
    },
    check_out: {
      description: 'Leave the shop: the episode ends.',
      input: z.object({}),
      call: ({ bought }) => ({ result: { bought }, done: true }),
    },
  },
})
