import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { type AnyEnvironment, defineEnvironment, defineToolEnvironment, OpenEnvError } from '../../core/index.ts'
import { createThrowLog, InProcessBackend, Session } from '../../core/internal.ts'

const WORLD = { fetch, now: () => 0, secret: () => '' }

/** A session as hosts open one, and the lines that it logs. */
function open(environment: AnyEnvironment) {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => printed.mockRestore())
  const session = new Session(new InProcessBackend(environment, WORLD, { onThrow: createThrowLog(environment.name, 'one') }))
  const ask = async (type: string, data?: object) => JSON.parse((await session.receive(JSON.stringify({ type, data }))) ?? '').data
  return { ask, logged: () => printed.mock.calls.map(([line]) => JSON.parse(String(line))) }
}

const lookUp = (board: Record<string, { foo: string }>, key: string) => board[key]?.foo ?? (undefined as unknown as { foo: string }).foo

const looker = defineEnvironment({
  name: 'looker',
  version: '1',
  action: z.object({ key: z.string() }),
  observation: z.object({ text: z.string() }),
  state: z.object({}),
  reset: () => ({ state: {}, observation: { text: '' } }),
  step(_, { key }) {
    if (key === 'own') throw new OpenEnvError('EXECUTION_ERROR', 'Not here.')
    if (key === 'no text') return { state: {}, observation: {} as never }
    return { state: {}, observation: { text: lookUp({ a: { foo: 'b' } }, key) } }
  },
})

test('what an environment throws is logged with its place, once a session; the client gets the message alone', async () => {
  const { ask, logged } = open(looker)
  await ask('reset')
  await ask('step', { key: 'a' })
  for (const key of ['private', 'private']) {
    const message = "Cannot read properties of undefined (reading 'foo')"
    expect(await ask('step', { key })).toEqual({ code: 'EXECUTION_ERROR', message })
  }
  expect(logged()).toEqual([
    {
      event: 'execution_failed',
      environment: 'looker',
      session: 'one',
      during: 'step',
      step_count: 1,
      kind: 'TypeError',
      message: "Cannot read properties of undefined (reading 'foo')",
      stack: expect.arrayContaining([expect.stringMatching(/lookUp.*thrown\.test\.ts:\d+:\d+/)]),
    },
  ])
  expect(JSON.stringify(logged())).not.toContain('private')
})

test('what a client got wrong, and what is meant for the client, is not logged', async () => {
  const { ask, logged } = open(looker)
  await ask('step', { key: 'a' })
  await ask('reset')
  for (const data of [{ key: 7 }, { key: 'own' }]) expect((await ask('step', data)).code).toMatch(/_ERROR$/)
  expect(logged()).toEqual([])
})

test('an observation that does not fit its schema is named, to the client and in the log', async () => {
  const { ask, logged } = open(looker)
  await ask('reset')
  const message = 'observation.text: expected a string, found undefined'
  expect(await ask('step', { key: 'no text' })).toEqual({ code: 'EXECUTION_ERROR', message })
  expect(logged()).toMatchObject([{ kind: 'PrintError', message }])
})

test.for([
  ['a state', { state: { at: 'here' } }, 'state.at: expected a number, found string'],
  ['a whole state', { state: null }, 'state: expected an object, found null'],
  ['a whole observation', { observation: [] }, 'observation: expected an object, found a list'],
] as const)('%s that does not fit its schema is named', async ([, part, message]) => {
  const step = () => ({ state: { at: 1 }, observation: {}, ...part }) as never
  const shapes = { action: z.object({}), observation: z.object({}), state: z.object({ at: z.number() }) }
  const reset = () => ({ state: { at: 0 }, observation: {} })
  const { ask } = open(defineEnvironment({ name: 'parts', version: '1', ...shapes, reset, step }))
  await ask('reset')
  expect((await ask('step', {})).message).toBe(message)
})

test('a tool that crashes is logged, one that refuses is not', async () => {
  const input = z.object({})
  const tools = {
    refuse: { description: '', input, call: () => Promise.reject(new Error('The balance is too low.')) },
    crash: { description: '', input, call: () => ({ result: lookUp({}, '') }) },
  }
  const { ask, logged } = open(
    defineToolEnvironment({ name: 'tools', version: '1', state: z.object({}), start: () => ({ state: {} }), tools }),
  )
  for (const tool_name of ['refuse', 'crash']) await ask('step', { tool_name })
  expect(logged()).toMatchObject([{ event: 'execution_failed', environment: 'tools', during: 'call', kind: 'TypeError' }])
})
