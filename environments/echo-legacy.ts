import { z } from 'zod'
import { defineEnvironment } from '../core/index.ts'

const REWARD_PER_CHARACTER = 0.1

/**
 * The echo of 2025, which TRL's `examples/scripts/openenv/echo.py` still speaks: a message in, the same message out.
 * Lengths count code points, as Python does.
 */
export const echoLegacy = defineEnvironment({
  name: 'echo_legacy',
  version: '1',
  description: 'Echoes a message; the reward is a tenth of its length.',
  action: z.object({ message: z.string().min(1) }).meta({ title: 'EchoAction' }),
  observation: z.object({ echoed_message: z.string(), message_length: z.int().default(0) }).meta({ title: 'EchoObservation' }),
  state: z.object({ last_message: z.string() }),
  view: { isUnpublished: true, schema: z.object({}).meta({ title: 'EchoState' }), from: () => ({}) },
  afterDone: 'continue',
  examples: [{ message: 'Hello, World!' }],

  reset() {
    return {
      state: { last_message: '' },
      observation: { echoed_message: 'Echo environment ready!', message_length: 0 },
      reward: 0,
    }
  },

  step(_state, { message }, { stepCount }) {
    const length = [...message].length
    return {
      state: { last_message: message },
      observation: { echoed_message: message, message_length: length },
      reward: REWARD_PER_CHARACTER * length,
      metadata: { original_message: message, step: stepCount + 1 },
    }
  },

  render: ({ last_message }) => ({ text: last_message === '' ? '(nothing said yet)' : last_message }),
})
