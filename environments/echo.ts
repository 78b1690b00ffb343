import { z } from 'zod'
import { defineToolEnvironment, OpenEnvError } from '../core/index.ts'
import { echoLegacy } from './echo-legacy.ts'

const message = z.string().meta({ description: 'The message to echo back' })

/** A session that has called a tool speaks today's protocol: a bare message in it is a mistake, as it is to upstream. */
const State = z.object({ has_called: z.boolean().optional() })
const CALLED = { has_called: true }

/**
 * OpenEnv's echo: two tools that return what they are given. Also takes the bare `{ message }` of 2025 as a step, which upstream's no
 * longer does. Lengths count code points, as Python does.
 */
export const echo = defineToolEnvironment({
  name: 'echo',
  version: '1',
  description: 'Echoes messages through tools.',
  state: State,
  view: { isUnpublished: true, schema: z.object({}).meta({ title: 'EchoState' }), namedBeforeReset: true, from: () => ({}) },

  start: () => ({ state: {}, reward: 0, metadata: { status: 'ready', message: 'Echo environment ready!' } }),

  tools: {
    echo_message: {
      description: 'Echo back the provided message.',
      input: z.object({ message }),
      output: z.string(),
      call: (_state, input) => ({ state: CALLED, result: input.message }),
    },
    echo_with_length: {
      description: 'Echo back the message with its length.',
      input: z.object({ message }),
      output: z.record(z.string(), z.unknown()),
      call: (_state, input) => ({ state: CALLED, result: { message: input.message, length: [...input.message].length } }),
    },
  },

  other: {
    action: z.object({ message: z.string().min(1) }),
    observation: z.object({ echoed_message: z.string(), message_length: z.int() }),
    async step(state, action, context) {
      if (state.has_called === true) {
        const errors = [{ type: 'missing', loc: ['tool_name'], msg: 'Field required', input: action }]
        throw new OpenEnvError('VALIDATION_ERROR', 'Invalid message', { details: { errors } })
      }
      const { observation, reward, metadata } = await echoLegacy.step({ last_message: '' }, action, context)
      return { state: {}, observation, reward: reward ?? null, metadata: metadata ?? {} }
    },
  },

  render: () => ({ text: '(an echo keeps nothing)' }),

  examples: [{ type: 'call_tool', tool_name: 'echo_message', arguments: { message: 'Hello, World!' } }],
})
