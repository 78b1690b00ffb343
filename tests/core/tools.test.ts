import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineToolEnvironment, describe } from '../../core/index.ts'
import { openSession } from '../environments/driver.ts'
import { toolbox } from './toolbox.ts'

function call(tool_name: string, args: object = {}) {
  return { type: 'call_tool', tool_name, arguments: args }
}

test('tools are listed before any reset, as FastMCP describes them', async () => {
  const session = openSession(toolbox)
  const { observation, reward, done } = await session.step({ type: 'list_tools' })
  expect([reward, done]).toEqual([null, false])
  expect(observation.tools.map(({ name }: { name: string }) => name)).toEqual(['add', 'count', 'spoil', 'draw', 'hang', 'train'])
  expect(observation.tools[0]).toEqual({
    name: 'add',
    description: 'Add two ints.',
    input_schema: {
      additionalProperties: false,
      properties: { a: { type: 'integer' }, b: { default: 2, type: 'integer' } },
      required: ['a'],
      type: 'object',
    },
  })
})

test('a call returns what FastMCP makes of the result, with or without a type', async () => {
  const session = openSession(toolbox)
  const result = {
    content: [{ type: 'text', text: '3', annotations: null, meta: null }],
    structured_content: { result: 3 },
    meta: { fastmcp: { wrap_result: true } },
    data: 3,
    is_error: false,
  }
  const expected = { metadata: {}, tool_name: 'add', result, error: null }
  expect((await session.step(call('add', { a: 1 }))).observation).toEqual(expected)
  expect((await session.step({ tool_name: 'add', arguments: { a: '1', b: 2 } })).observation).toEqual(expected)
  expect((await session.state()).step_count).toBe(2)
})

test.for([
  ['an unknown tool', call('zzz'), 'tool_not_found', "Unknown tool: 'zzz'"],
  ['a tool of unprintable letters', call('\0\u2028é'), 'tool_not_found', "Unknown tool: '\\x00\\u2028é'"],
  ['a tool of another mode', call('live'), 'tool_not_found', "Tool 'live' not available in simulation mode"],
  ['a missing argument', call('add'), 'invalid_args', 'Missing required argument [type=missing_argument, input_value={}, input_type=dict]'],
  ['an unknown argument', call('count', { x: 1 }), 'invalid_args', 'Unexpected keyword argument [type=unexpected_keyword_argument'],
  ['an argument of a wrong type', call('add', { a: 'str' }), 'execution_error', "[type=int_parsing, input_value='str', input_type=str]"],
  ['a tool that throws', call('spoil'), 'execution_error', "Error calling tool 'spoil': tool exploded"],
  ['a tool that takes too long', call('hang'), 'timeout', "Tool 'hang' timed out after 0.02 seconds"],
] as const)(
  '%s is an observation with the kind of error that upstream names, and changes nothing',
  async ([, action, error_type, message]) => {
    const session = openSession(toolbox)
    await session.reset()
    const { observation, reward, done } = await session.step(action)
    expect([observation.result, reward, done]).toEqual([null, null, false])
    expect(observation.error).toEqual({ error_type, message: expect.stringContaining(message) })
    expect(await session.state()).toMatchObject({ count: 0, step_count: 1 })
  },
)

test('a call through step has a reward and an end, and one past it has neither', async () => {
  const session = openSession(toolbox)
  const past = { type: 'mcp', data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'count' } } }
  expect(await session.step(call('count'))).toMatchObject({ reward: 0.5, done: false })
  expect(JSON.parse(await session.raw(past)).data.result.data).toBe(2)
  expect(await session.state()).toMatchObject({ count: 2, step_count: 1 })
  expect(await session.step(call('count'))).toMatchObject({ reward: 0.5, done: true, observation: { result: { data: 3 } } })
})

test('calls past step draw chances of their own, and a seed repeats them', async () => {
  const past = { type: 'mcp', data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'draw' } } }
  const draws = []
  for (let i = 0; i < 2; i++) {
    const session = openSession(toolbox)
    await session.reset({ seed: 7 })
    const frames = [past, past, { type: 'step', data: call('draw') }, past]
    const drawn = []
    for (const frame of frames) {
      const { data } = JSON.parse(await session.raw(frame))
      drawn.push(data.result?.data ?? data.observation.result.data)
    }
    draws.push(drawn)
  }
  expect(new Set(draws[0]).size).toBe(4)
  expect(draws[0]).toEqual(draws[1])
})

test('a repeat of a numbered step is answered from memory, a call past step in between or not', async () => {
  const session = openSession(toolbox)
  const step = { type: 'step', data: call('count'), request_id: 'a' }
  const first = await session.raw(step)
  await session.raw({ type: 'mcp', data: { jsonrpc: '2.0', method: 'tools/call', params: { name: 'add', arguments: { a: 1 } } } })
  expect(await session.raw(step)).toBe(first)
  expect((await session.state()).count).toBe(1)
})

test.for(['reset', 'step', 'state', 'close'])('a tool named %s is refused', (name) => {
  const tool = { description: '', input: z.object({}), call: () => ({ result: null }) }
  const define = () =>
    defineToolEnvironment({ name: 'x', version: '1', state: z.object({}), start: () => ({ state: {} }), tools: { [name]: tool } })
  expect(define).toThrow(TypeError)
})

test('its description holds the action that clients look for, and its tools by mode', () => {
  const { schemas, tools } = describe(toolbox)
  expect(schemas.action.title).toBe('CallToolAction')
  expect(schemas.reset_observation.title).toBe('Observation')
  expect(tools?.production.map(({ name }) => name)).toEqual(['add', 'count', 'spoil', 'draw', 'hang', 'live'])
  expect(tools?.simulation[0]?.outputSchema).toMatchObject({ 'x-fastmcp-wrap-result': true, properties: { result: { type: 'integer' } } })
})

test('arguments are typed by their schema', () => {
  defineToolEnvironment({
    name: 'typed',
    version: '1',
    state: z.object({ n: z.int() }),
    start: () => ({ state: { n: 0 } }),
    tools: {
      // @ts-expect-error: the argument is a number.
      twice: { description: '', input: z.object({ n: z.int() }), call: (_state, { n }) => ({ result: n.trim() }) },
      // @ts-expect-error: the state has no such field.
      wrong: { description: '', input: z.object({}), call: (state) => ({ result: state.missing }) },
    },
  })
})
