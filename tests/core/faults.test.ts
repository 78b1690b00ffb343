import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AnyEnvironment, defineEnvironment, defineToolEnvironment, type Score } from '../../core/index.ts'
import { answerHttp, InProcessBackend, OpenEnvError, Session } from '../../core/internal.ts'

const WORLD = { fetch, now: () => 0, secret: () => '' }

function open(environment: AnyEnvironment) {
  const session = new Session(new InProcessBackend(environment, WORLD))
  const ask = async (type: string, data?: object) => JSON.parse((await session.receive(JSON.stringify({ type, data }))) ?? '').data
  return { session, ask }
}

const counter = defineEnvironment({
  name: 'counter',
  version: '1',
  action: z.object({}),
  observation: z.object({}),
  state: z.object({ n: z.int() }),
  reset: () => ({ state: { n: 0 }, observation: {} }),
  step: ({ n }) => ({ state: { n: n + 1 }, observation: {}, done: true }),
})

test.for([
  ['null', null, 'null was thrown, which is no Error.'],
  ['undefined', undefined, 'undefined was thrown, which is no Error.'],
  ['an object', { code: 7 }, 'object was thrown, which is no Error.'],
  ['a text', 'no fuel', 'no fuel'],
  ['an error without a message', new RangeError(), 'RangeError'],
] as const)('an environment that throws %s says so, in a frame and from a tool', async ([, thrown, message]) => {
  const step = () => {
    throw thrown
  }
  const { ask } = open(defineEnvironment({ ...counter, step }))
  await ask('reset')
  expect(await ask('step', {})).toEqual({ code: 'EXECUTION_ERROR', message })
  const tool = { description: '', input: z.object({}), call: step }
  const tools = open(defineToolEnvironment({ name: 'x', version: '1', state: z.object({}), start: () => ({ state: {} }), tools: { tool } }))
  expect((await tools.ask('step', { tool_name: 'tool' })).observation.error.message).toBe(`Error calling tool 'tool': ${message}`)
})

test.for([
  ['a bigint', 5n, 'a score of type bigint'],
  ['nothing', undefined, 'a score of type undefined'],
  ['no score', { parts: {} }, 'a score of type object'],
  ['a part that is not a number', { score: 1, parts: { style: Number.NaN } }, 'part "style" is NaN'],
  ['a list with a part that is infinite', { score: 1, parts: { shares: [1, Number.POSITIVE_INFINITY] } }, 'part "shares" is 1,Infinity'],
  ['a part of another type', { score: 1, parts: { style: 'good' } }, 'part "style" is good'],
] as const)('a rubric that returns %s is an error that names it, and no step is taken', async ([, result, message]) => {
  const step = () => ({ state: { n: 1 }, observation: {} })
  const { ask } = open(defineEnvironment({ ...counter, step, rubric: () => result as unknown as Score }))
  await ask('reset')
  expect((await ask('step', {})).message).toContain(message)
  expect((await ask('state')).step_count).toBe(0)
})

const results = defineToolEnvironment({
  name: 'results',
  version: '1',
  state: z.object({ n: z.int() }),
  start: () => ({ state: { n: 0 } }),
  tools: {
    give: {
      description: 'Give what is asked for.',
      input: z.object({ result: z.unknown() }),
      output: z.object({ count: z.int(), note: z.string().optional() }),
      call: ({ n }, { result }) => ({ state: { n: n + 1 }, result: result as never }),
    },
    forget: { description: '', input: z.object({}), call: () => ({ result: undefined as never }) },
    vanish: { description: '', input: z.object({}), call: () => undefined as never },
  },
})

test.for([
  ['give', { result: { count: 'many' } }, 'its result does not fit its output schema: result.count: Input should be a valid integer'],
  ['give', { result: { count: '3' } }, 'result.count: Input should be a valid integer'],
  ['give', { result: null }, 'its result does not fit its output schema: result: '],
  ['forget', {}, 'it returned no result; where there is none, return { result: null }'],
  ['vanish', {}, 'it returned no result; where there is none, return { result: null }'],
] as const)('the tool %s with %j fails by its own fault, and changes nothing', async ([name, given, message]) => {
  const { ask } = open(results)
  const { observation } = await ask('step', { tool_name: name, arguments: given })
  expect(observation).toMatchObject({ result: null, error: { error_type: 'execution_error', message: expect.stringContaining(message) } })
  expect((await ask('state')).n).toBe(0)
})

test('a result that fits leaves as its output schema has it: what that lacks stays', async () => {
  const { ask } = open(results)
  const { observation } = await ask('step', { tool_name: 'give', arguments: { result: { count: 3, secret: 1 } } })
  expect(observation.result.data).toEqual({ count: 3 })
})

test('over HTTP a step without an episode, or past its end, is a conflict with the remedy; a throw is a 500', async () => {
  const { session } = open(counter)
  const play = async (route: 'reset' | 'step') => answerHttp(session, route, { text: '{"action":{}}', isJson: true })
  const refused = await play('step')
  expect([refused.status, JSON.parse(refused.body)]).toEqual([
    409,
    { code: 'EXECUTION_ERROR', detail: expect.stringContaining('call reset first') },
  ])
  await play('reset')
  expect((await play('step')).status).toBe(200)
  expect(await play('step')).toMatchObject({ status: 409, body: expect.stringContaining('The episode is done') })
})

const rigid = defineToolEnvironment({
  name: 'rigid',
  version: '1',
  state: z.object({}),
  options: z.object({ size: z.int() }),
  start: () => ({ state: {} }),
  tools: { noop: { description: '', input: z.object({}), call: () => ({ result: null }) } },
})

test('a tool call that would begin an episode says which reset keys that needs', async () => {
  const { ask } = open(rigid)
  expect(await ask('step', { tool_name: 'noop' })).toEqual({
    code: 'EXECUTION_ERROR',
    message: 'There is no episode here, and none begins by itself: call reset first, with what the environment needs of size.',
  })
  await ask('reset', { size: 3 })
  expect((await ask('step', { tool_name: 'noop' })).observation.error).toBeNull()
})

test('a view that throws is an execution error, before the first reset too', async () => {
  const from = () => {
    throw new Error('no view')
  }
  const { ask } = open(defineEnvironment({ ...counter, view: { schema: z.object({}), from } }))
  for (const prepare of [async () => {}, () => ask('reset')]) {
    await prepare()
    expect(await ask('state')).toEqual({ code: 'EXECUTION_ERROR', message: 'no view' })
  }
})

test('an environment that cannot be made is a factory error', () => {
  const environment = defineEnvironment({ ...counter, view: { schema: z.string() as never, from: () => ({}) } })
  const make = () => new InProcessBackend(environment, WORLD)
  expect(make).toThrow(OpenEnvError)
  expect(make).toThrow(expect.objectContaining({ code: 'FACTORY_ERROR', message: expect.stringContaining('The view schema of "counter"') }))
})

test('a tool that lacks a setting of the deployment is no failure of the tool', async () => {
  const call = () => {
    throw new OpenEnvError('FACTORY_ERROR', 'The secret "KEY" is not set.')
  }
  const environment = defineToolEnvironment({
    name: 'x',
    version: '1',
    state: z.object({}),
    start: () => ({ state: {} }),
    tools: { ask: { description: '', input: z.object({}), call } },
  })
  expect(await open(environment).ask('step', { tool_name: 'ask' })).toMatchObject({ code: 'FACTORY_ERROR' })
})

test('a schema that its getter makes anew at each call is compiled once', async () => {
  let made = 0
  const action = z.object({
    tree: z.lazy(() => {
      made++
      return z.object({ leaf: z.int() })
    }),
  })
  const { ask } = open({ ...counter, action, afterDone: 'continue' })
  await ask('reset')
  const before = made
  for (let i = 0; i < 20; i++) expect((await ask('step', { tree: { leaf: i } })).done).toBe(true)
  expect(made - before).toBeLessThanOrEqual(1)
})
