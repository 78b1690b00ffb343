import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Runtime, startRuntime } from '../interop/runtime.ts'

/** What a model would say: two calls at once, one of which fails, then one that is no JSON, then its answer. */
const SCRIPT = [
  [call('1', 'echo_with_length', '{"message":"hello"}'), call('2', 'no_such_tool', '{}')],
  [call('3', 'echo_message', '{"message":')],
].map((tool_calls) => ({ role: 'assistant', content: null, tool_calls }))
const ANSWER = { role: 'assistant', content: 'It has five letters.' }

function call(id: string, name: string, text: string) {
  return { id, type: 'function', function: { name, arguments: text } }
}

/** A stand-in for the model's endpoint, which keeps what it was asked. */
let model: Server
const asked: { messages: { role: string; content: string; tool_call_id?: string }[]; tools: unknown[] }[] = []
let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime({ memory: true })
  model = createServer(async (request, response) => {
    asked.push((await json(request)) as (typeof asked)[number])
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ choices: [{ message: SCRIPT[asked.length - 1] ?? ANSWER }] }))
  })
  await once(model.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  model?.close()
  await runtime?.stop()
})

test('the agent gives the model its tools, tells it of every result and failure, and prints its answer', async () => {
  const { port } = model.address() as AddressInfo
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['examples/agent.ts', `${runtime.url}/envs/echo/s/agent`, 'How long is hello?'],
    { env: { ...process.env, MODEL_URL: `http://127.0.0.1:${port}` } },
  )
  expect(stdout.trim().split('\n').at(-1)).toBe(ANSWER.content)
  expect(asked).toHaveLength(3)
  expect(asked[0]?.tools).toMatchObject([
    { type: 'function', function: { name: 'echo_message', parameters: { type: 'object', required: ['message'] } } },
    { type: 'function', function: { name: 'echo_with_length' } },
  ])
  const told = asked[2]?.messages.filter(({ role }) => role === 'tool')
  expect(told).toMatchObject([
    { tool_call_id: '1', content: '{"message":"hello","length":5}' },
    { tool_call_id: '2', content: expect.stringContaining('no_such_tool') },
    { tool_call_id: '3', content: expect.stringContaining('JSON') },
  ])
})

test('the agent says how it is used', async () => {
  await expect(promisify(execFile)(process.execPath, ['examples/agent.ts'])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Usage'),
  })
})
