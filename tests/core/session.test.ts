import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineEnvironment } from '../../core/index.ts'
import { InProcessBackend, Session } from '../../core/internal.ts'

const MODES = [
  'ok',
  'raise',
  'nan',
  'int',
  'bool',
  'none',
  'done',
  'bigint',
  'cycle',
  'bytes',
  'surrogate',
  'map',
  'date',
  'undefined',
] as const

/** The echo environment of contract.md's transcripts, with values that no JSON can hold besides. */
const echo = defineEnvironment({
  name: 'echo_test',
  version: '1',
  action: z.object({ message: z.string().min(1), mode: z.enum(MODES).default('ok'), count: z.int().min(0).max(9).optional() }),
  observation: z.object({ echoed: z.string(), ratio: z.number(), id: z.bigint(), free: z.unknown().optional() }),
  state: z.object({ last: z.string().nullable(), id: z.bigint() }),
  options: z.object({ greeting: z.string().default('ready') }),
  afterDone: 'continue',
  reset: ({ seed, options }) => ({
    state: { last: null, id: seed },
    observation: { echoed: `${options.greeting} seed=${seed}`, ratio: 0, id: seed },
  }),
  step({ id }, { message, mode }, { stepCount }) {
    const cycle: unknown[] = []
    cycle.push(cycle)
    const free = { cycle, bytes: new Uint8Array(2), surrogate: '\ud800', map: new Map(), date: new Date(0), bigint: 2n ** 70n }[
      mode as string
    ]
    if (mode === 'raise') throw new Error('boom')
    return {
      state: { last: message, id },
      observation: { echoed: message, ratio: 1, id, free, secret: 'never leaves' },
      reward: { nan: NaN, int: 1n, bool: true, none: null }[mode as string] ?? (mode === 'none' ? null : 0.5),
      done: mode === 'done',
      metadata: { step: stepCount + 1 },
    }
  },
})

const WORLD = { fetch, now: () => 0, secret: () => '', askBox: () => Promise.reject(new Error('no box')) }

function open(): (frame: unknown) => Promise<string | undefined> {
  const session = new Session(new InProcessBackend(echo, WORLD))
  return async (frame) => session.receive(typeof frame === 'string' ? frame : JSON.stringify(frame))
}

async function opened(): Promise<ReturnType<typeof open>> {
  const ask = open()
  await ask({ type: 'reset', data: { seed: 7 } })
  return ask
}

test('reset and step print as the stock server prints them', async () => {
  const ask = open()
  expect(await ask({ type: 'reset', data: { seed: 7, episode_id: 'e1', greeting: 'yo', ignored: 1 } })).toBe(
    '{"type":"observation","data":{"observation":{"metadata":{},"echoed":"yo seed=7","ratio":0.0,"id":7},"reward":null,"done":false}}',
  )
  expect(await ask({ type: 'step', data: { message: 'hé☃' } })).toBe(
    '{"type":"observation","data":{"observation":{"metadata":{"step":1},"echoed":"hé☃","ratio":1.0,"id":7},"reward":0.5,"done":false,"metadata":{"step":1}}}',
  )
  expect(await ask({ type: 'state' })).toBe('{"type":"state","data":{"episode_id":"e1","step_count":1,"last":"hé☃","id":7}}')
})

test.each([
  ['nan', 'null'],
  ['int', '1'],
  ['bool', 'true'],
  ['none', 'null'],
  ['done', '0.5'],
])('the reward of %s prints as %s', async (mode, text) => {
  const ask = await opened()
  expect(await ask({ type: 'step', data: { message: 'x', mode } })).toContain(`"reward":${text},"done":${mode === 'done'}`)
})

test.each(['cycle', 'bytes', 'surrogate', 'map', 'date', 'raise'])('%s is an EXECUTION_ERROR that costs no step (B22)', async (mode) => {
  const ask = await opened()
  expect(JSON.parse((await ask({ type: 'step', data: { message: 'x', mode } })) ?? '')).toMatchObject({ data: { code: 'EXECUTION_ERROR' } })
  expect(await ask({ type: 'state' })).toContain('"step_count":0')
  expect(await ask({ type: 'step', data: { message: 'x' } })).toContain('"type":"observation"')
})

test('integers above 2^53 keep their digits where a field is declared for them', async () => {
  const ask = open()
  const seed = '123456789012345678901234567890'
  expect(await ask(`{"type":"reset","data":{"seed":${seed}}}`)).toContain(`"id":${seed}`)
  expect(await ask({ type: 'step', data: { message: 'x', mode: 'bigint' } })).toContain('"free":1180591620717411303424')
})

test.each([
  ['{bad', 'INVALID_JSON', 'Invalid JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
  ['', 'INVALID_JSON', 'Invalid JSON: Expecting value: line 1 column 1 (char 0)'],
  ['{"type":"foo"}', 'UNKNOWN_TYPE', 'Unknown message type: foo'],
  ['{}', 'UNKNOWN_TYPE', 'Unknown message type: '],
  ['{"type":5}', 'UNKNOWN_TYPE', 'Unknown message type: 5'],
  ['{"type":"constructor"}', 'UNKNOWN_TYPE', 'Unknown message type: constructor'],
  ['[]', 'SESSION_ERROR', 'A frame is a JSON object with a "type", not a list.'],
  ['null', 'SESSION_ERROR', 'A frame is a JSON object with a "type", not null.'],
])('the frame %j is %s', async (frame, code, message) => {
  const ask = await opened()
  expect(JSON.parse((await ask(frame)) ?? '')).toEqual({ type: 'error', data: { message, code } })
  expect(await ask({ type: 'step', data: { message: 'next' } })).toContain('"echoed":"next"')
})

// Types, places and messages of pydantic 2.14 for the same inputs (contract.md A.3).
test.each([
  [{ type: 'reset', data: {}, extra: 1 }, 'extra_forbidden', ['extra'], 'Extra inputs are not permitted'],
  [{ type: 'reset', data: [] }, 'dict_type', ['data'], 'Input should be a valid dictionary'],
  [{ type: 'step' }, 'missing', ['data'], 'Field required'],
  [{ type: 'state', data: {} }, 'extra_forbidden', ['data'], 'Extra inputs are not permitted'],
  [{ type: 'step', data: { message: '' } }, 'string_too_short', ['message'], 'String should have at least 1 character'],
  [{ type: 'step', data: {} }, 'missing', ['message'], 'Field required'],
  [{ type: 'step', data: { message: 5 } }, 'string_type', ['message'], 'Input should be a valid string'],
  [{ type: 'step', data: { message: 'x', bogus: 1 } }, 'extra_forbidden', ['bogus'], 'Extra inputs are not permitted'],
  [
    { type: 'step', data: { message: 'x', count: 1.5 } },
    'int_from_float',
    ['count'],
    'Input should be a valid integer, got a number with a fractional part',
  ],
  [
    { type: 'step', data: { message: 'x', count: 'x' } },
    'int_parsing',
    ['count'],
    'Input should be a valid integer, unable to parse string as an integer',
  ],
  [{ type: 'step', data: { message: 'x', count: 10 } }, 'less_than_equal', ['count'], 'Input should be less than or equal to 9'],
  [{ type: 'step', data: { message: 'x', metadata: 3 } }, 'dict_type', ['metadata'], 'Input should be a valid dictionary'],
  [
    { type: 'reset', data: { seed: 'x' } },
    'int_parsing',
    ['seed'],
    'Input should be a valid integer, unable to parse string as an integer',
  ],
  [{ type: 'reset', data: { episode_id: 5 } }, 'string_type', ['episode_id'], 'Input should be a valid string'],
])('%j is a %s that costs no step (B23)', async (frame, type, loc, msg) => {
  const ask = await opened()
  const { data } = JSON.parse((await ask(frame)) ?? '')
  expect(data).toMatchObject({ message: 'Invalid message', code: 'VALIDATION_ERROR', errors: [{ type, loc, msg }] })
  expect(await ask({ type: 'state' })).toContain('"step_count":0')
})

test.each(['2', 2, true, ' 3 '])('%j is an integer, as pydantic reads it', async (count) => {
  const ask = await opened()
  expect(await ask({ type: 'step', data: { message: 'x', count } })).toContain('"observation"')
})

test('a step before the first reset is refused with the way out; state answers', async () => {
  const ask = open()
  expect(JSON.parse((await ask({ type: 'step', data: { message: 'x' } })) ?? '').data).toMatchObject({
    code: 'EXECUTION_ERROR',
    message: expect.stringMatching(/reset first.*\/s\/<key>/),
  })
  expect(await ask({ type: 'state' })).toBe('{"type":"state","data":{"episode_id":null,"step_count":0,"last":null,"id":0}}')
})

test('what cannot be kept is undone, and the client is told', async () => {
  let isFull = false
  const session = new Session(new InProcessBackend(echo, WORLD), {
    keep() {
      if (isFull) throw new Error('disk full')
    },
  })
  await session.receive('{"type":"reset"}')
  isFull = true
  expect(await session.receive('{"type":"step","data":{"message":"lost"}}')).toContain('disk full')
  expect(await session.receive('{"type":"state"}')).toContain('"step_count":0,"last":null')
})

test('the same seed draws the same numbers, and a reset never those of the first step', async () => {
  const dice = defineEnvironment({
    name: 'dice',
    version: '1',
    action: z.object({}),
    observation: z.object({ drawn: z.array(z.number()) }),
    state: z.object({}),
    reset: ({ rng }) => ({ state: {}, observation: { drawn: [rng.random(), rng.random()] } }),
    step: (state, _, { rng }) => ({ state, observation: { drawn: [rng.random(), rng.random()] } }),
  })
  async function play(seed: number): Promise<(string | undefined)[]> {
    const session = new Session(new InProcessBackend(dice, WORLD))
    const frames = [
      { type: 'reset', data: { seed } },
      { type: 'step', data: {} },
      { type: 'step', data: {} },
    ]
    return Promise.all(frames.map((frame) => session.receive(JSON.stringify(frame))))
  }
  const first = await play(3)
  expect(await play(3)).toEqual(first)
  expect(new Set(first).size).toBe(3)
  expect(await play(4)).not.toEqual(first)
})

test('closing has no answer', async () => {
  expect(await (await opened())({ type: 'close' })).toBeUndefined()
})
