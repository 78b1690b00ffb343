import { z } from 'zod'
import { defineEnvironment, defineToolEnvironment } from '../../core/index.ts'
import { toolbox } from '../core/toolbox.ts'

/** A counter whose state grows with `padding` characters a step, so that each way of keeping an episode can be met. */
export const ledger = defineEnvironment({
  name: 'ledger',
  version: '1',
  action: z.object({ add: z.int(), padding: z.int().default(0), throws: z.boolean().default(false), slow: z.boolean().default(false) }),
  observation: z.object({ total: z.int(), drawn: z.int() }),
  state: z.object({ total: z.int(), padding: z.string() }),
  reset: ({ rng }) => ({ state: { total: 0, padding: '' }, observation: { total: 0, drawn: rng.integer(0, 1_000_000) } }),
  async step(state, { add, padding, throws, slow }, { rng }) {
    state.total += add
    if (slow) await new Promise((resolve) => setTimeout(resolve, 50))
    if (throws) throw new Error('planted')
    const next = { total: state.total, padding: state.padding + 'x'.repeat(padding) }
    return { state: next, observation: { total: next.total, drawn: rng.integer(0, 1_000_000) }, reward: add }
  },
})

/** The same, one version on. */
export const ledgerTwo = defineEnvironment({ ...ledger, version: '2' })

/** The same, and it takes the old one's state. */
export const ledgerThree = defineEnvironment({
  ...ledger,
  version: '3',
  migrate(from, state) {
    if (from === '2') throw new Error('not from there')
    return ledger.state.parse(state)
  },
})

/** The ledger, kept with its socket whatever the URL names. */
export const socketLedger = defineEnvironment({ ...ledger, name: 'socket_ledger', durability: 'socket' })

/** Takes text of any size, keeps some of it, and answers with some. */
export const parcel = defineEnvironment({
  name: 'parcel',
  version: '1',
  action: z.object({ text: z.string().default(''), kept: z.int().default(0), answered: z.int().default(0) }),
  observation: z.object({ length: z.int(), text: z.string() }),
  state: z.object({ count: z.int(), kept: z.string() }),
  view: { schema: z.object({ count: z.int() }), from: ({ count }) => ({ count }) },
  reset: () => ({ state: { count: 0, kept: '' }, observation: { length: 0, text: '' } }),
  step: ({ count, kept: before }, { text, kept, answered }) => ({
    state: { count: count + 1, kept: kept === 0 ? before : '€'.repeat(kept) },
    observation: { length: text.length, text: 'x'.repeat(answered) },
  }),
})

/** The ledger, with room for two. */
export const crowded = defineEnvironment({ ...ledger, name: 'crowded', maxSessions: 2 })

/** A toolbox with room for one. */
export const narrowToolbox = defineEnvironment({ ...toolbox, name: 'narrow_toolbox', maxSessions: 1 })

/** The toolbox, always in production. */
export const liveToolbox = defineEnvironment({ ...toolbox, name: 'live_toolbox', mode: 'production' })

/** Gives integers of any length back. */
export const numbers = defineToolEnvironment({
  name: 'numbers',
  version: '1',
  state: z.object({}),
  start: () => ({ state: {} }),
  tools: { whole: { description: 'Give it back.', input: z.object({ n: z.bigint() }), call: (_, { n }) => ({ result: n }) } },
})

/** Asks the outside world for what is not there, catches that, and counts what it caught; waits for the answer or not. */
export const caller = defineEnvironment({
  name: 'caller',
  version: '1',
  action: z.object({ waits: z.boolean() }),
  observation: z.object({ caught: z.int() }),
  state: z.object({ caught: z.int(), padding: z.string() }),
  reset: () => ({ state: { caught: 0, padding: 'x'.repeat(9_000) }, observation: { caught: 0 } }),
  async step({ caught, padding }, { waits }, context) {
    const asked = context.fetch('no-scheme:nothing').then(
      () => 0,
      () => 1,
    )
    const next = caught + (waits ? await asked : 0) + (context.now() > 0 ? 1 : 0)
    return { state: { caught: next, padding }, observation: { caught: next } }
  },
})
