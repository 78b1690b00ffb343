import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../client/index.ts'
import { type Runtime, startRuntime } from '../interop/runtime.ts'
import { startCuttingProxy } from './cutting-proxy.ts'
import type { calculator } from './fixtures/calculator.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime({ file: 'tests/client/fixtures/calculator.ts' })
})
afterAll(() => runtime?.stop())

test('the tools of an environment are listed with their schemas', async () => {
  await using env = await connect<typeof calculator>(`${runtime.url}/envs/calculator`)
  const inputSchema = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] }
  expect(await env.listTools()).toMatchObject([
    { name: 'add', description: 'Adds two numbers.', inputSchema },
    { name: 'divide', description: 'Divides two numbers.', inputSchema },
  ])
})

test('a tool call brings its result, and what the step was worth', async () => {
  await using env = await connect<typeof calculator>(`${runtime.url}/envs/calculator`)
  expect(await env.callTool('add', { a: 1, b: 2 })).toEqual({ result: 3, reward: 1, done: false, metadata: {} })
  expect(await env.callTool('divide', { a: 3, b: 4 })).toMatchObject({ result: { quotient: 0.75 }, reward: null })
  await env.callTool('add', { a: 1, b: 2 })
  expect(await env.callTool('add', { a: 0, b: 0 })).toMatchObject({ result: 0, reward: 3, done: true })
  expect(await env.state()).toMatchObject({ calls: 3 })
})

test.for([
  ['divide', { a: 1, b: 0 }, 'execution_error'],
  ['divide', { a: 'one' }, 'invalid_args'],
  ['multiply', {}, 'tool_not_found'],
] as const)('a tool that fails throws, with its name and the kind of its failure: %s %o %s', async ([name, input, kind]) => {
  await using env = await connect<typeof calculator>(`${runtime.url}/envs/calculator`)
  await expect(env.callTool(name, input)).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    message: expect.stringContaining(`"${name}"`),
    details: { error_type: kind, done: false },
  })
})

test('an environment without tools says so', { timeout: 60_000 }, async () => {
  const library = await startRuntime({ memory: true })
  try {
    await using env = await connect(`${library.url}/envs/grid_world`)
    await env.reset()
    await expect(env.listTools()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  } finally {
    await library.stop()
  }
})

test('without a name, a lost socket is no silent fresh episode of tools', async () => {
  await using proxy = await startCuttingProxy(runtime.url)
  await using env = await connect<typeof calculator>(`${proxy.url}/envs/calculator`)
  await env.callTool('add', { a: 1, b: 1 })
  proxy.cut()
  await proxy.idle()
  await expect(env.callTool('add', { a: 1, b: 1 })).rejects.toMatchObject({ code: 'SESSION_ERROR' })
  await env.reset()
  expect(await env.callTool('add', { a: 1, b: 1 })).toMatchObject({ reward: 1 })
})

test('on a named session a tool whose answer was lost is called once', async () => {
  await using proxy = await startCuttingProxy(runtime.url)
  await using env = await connect<typeof calculator>(`${proxy.url}/envs/calculator/s/tools`)
  proxy.plan('lose answer', 'lose answer')
  expect(await env.callTool('add', { a: 1, b: 1 })).toMatchObject({ result: 2, reward: 1 })
  expect(await env.state()).toMatchObject({ calls: 1 })
})
