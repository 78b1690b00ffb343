import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRaw } from './raw-client.ts'
import { type Runtime, startRuntime } from './runtime.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime({ memory: true })
})
afterAll(() => runtime.stop())

test('64 sessions of tools alternate calls by step and mcp frames on one socket, and every answer is the right one (B10)', {
  timeout: 120_000,
}, async () => {
  const took: number[] = []
  await Promise.all(
    Array.from({ length: 64 }, async (_, session) => {
      const socket = await openRaw(`${runtime.url}/envs/echo`)
      const ask = async (frame: object) => {
        const from = performance.now()
        const answer = JSON.parse(await socket.ask(JSON.stringify(frame))) as { type: string; data: Record<string, unknown> }
        took.push(performance.now() - from)
        return answer
      }
      await ask({ type: 'reset' })
      for (let round = 0; round < 10; round++) {
        const message = `${session}.${round}`
        const stepped = await ask({ type: 'step', data: { type: 'call_tool', tool_name: 'echo_message', arguments: { message } } })
        expect(stepped.data.observation).toMatchObject({ result: { data: message }, error: null })
        const listed = await ask({ type: 'mcp', data: { jsonrpc: '2.0', id: round, method: 'tools/list' } })
        expect(listed.data).toMatchObject({ id: round, result: { tools: [{ name: 'echo_message' }, { name: 'echo_with_length' }] } })
      }
      await socket.close()
    }),
  )
  console.log(JSON.stringify({ answers: took.length, slowest_ms: Math.round(Math.max(...took)) }))
})

test('512 clients that ask for the schema at once all get it (B60)', { timeout: 60_000 }, async () => {
  const took: number[] = []
  const answers = await Promise.all(
    Array.from({ length: 512 }, async () => {
      const from = performance.now()
      const response = await fetch(`${runtime.url}/envs/echo/schema`)
      const text = await response.text()
      took.push(performance.now() - from)
      return `${response.status} ${text}`
    }),
  )
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toMatch(/^200 \{"action":.*"title":"CallToolAction"/)
  console.log(JSON.stringify({ schemas: took.length, slowest_ms: Math.round(Math.max(...took)) }))
})

test('no line of the log reports an error', () => {
  expect(runtime.errorLines()).toEqual([])
})
