import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openSocket } from './socket.ts'

/** JSON texts that a client may send and that cannot be played: nested too deep to be kept, or without UTF-8. */
const HOSTILE: [string, string][] = [
  ['nested 20,000 deep', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['nested 300 deep', `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`],
  ['a lone surrogate', '"\\ud800"'],
  ['the other half of one', '{"\\udc00":1}'],
]

async function post(path: string, body: string, headers: Record<string, string> = {}): Promise<[status: number, text: string]> {
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
  const response = await exports.default.fetch(`http://host/envs/${path}`, init)
  return [response.status, await response.text()]
}

function call(hostile: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":${hostile}}}}`
}

for (const [kind, hostile] of HOSTILE) {
  test(`${kind}: a socket, named or not, answers INVALID_JSON and plays on`, async () => {
    for (const path of ['/envs/ledger/ws', '/envs/ledger/s/hostile/ws']) {
      const socket = await openSocket(path)
      await socket.reset()
      for (const frame of [`{"type":"step","data":{"add":${hostile}}}`, `{"type":"reset","data":{"x":${hostile}}}`, hostile]) {
        expect((await socket.ask(frame)).data).toMatchObject({ code: 'INVALID_JSON' })
      }
      expect((await socket.step({ add: 1 })).data.observation).toMatchObject({ total: 1 })
      socket.close()
    }
  })

  test(`${kind}: HTTP answers 422 on every route that takes a body`, async () => {
    for (const [path, body] of [
      ['ledger/step', `{"action":{"add":${hostile}}}`],
      ['ledger/s/hostile-http/step', `{"action":{"add":${hostile}}}`],
      ['ledger/s/hostile-http/reset', `{"x":${hostile}}`],
      ['sums/num_tasks', `{"split":${hostile}}`],
    ] as const) {
      const [status, text] = await post(path, body)
      expect([path, status]).toEqual([path, 422])
      expect(JSON.parse(text)).toMatchObject({ detail: [{ type: 'json_invalid' }] })
    }
  })

  test(`${kind}: JSON-RPC calls it an invalid request, over HTTP, on a key, on sockets and as MCP`, async () => {
    const refusal = { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.stringMatching(/Nested deeper|Half a surrogate/) } }
    for (const path of ['toolbox/mcp', 'toolbox/s/hostile/mcp']) {
      for (const text of [call(hostile), `{"jsonrpc":"2.0","id":${hostile},"method":"tools/list"}`]) {
        const [status, answer] = await post(path, text)
        expect([status, JSON.parse(answer)]).toMatchObject([200, refusal])
        const [mcpStatus, mcp] = await post(path, text, { accept: 'application/json, text/event-stream' })
        expect([mcpStatus, JSON.parse(mcp)]).toMatchObject([400, refusal])
      }
    }
    const socket = await openSocket('/envs/toolbox/mcp')
    expect(await socket.ask(call(hostile))).toMatchObject(refusal)
    socket.close()
  })
}

test('what is nested 200 deep is kept, and so is a surrogate with its other half', async () => {
  const socket = await openSocket('/envs/echo/s/deep-enough/ws')
  await socket.reset()
  const deep = '['.repeat(200) + ']'.repeat(200)
  const answer = await socket.askText(`{"type":"step","data":{"tool_name":"echo_message","arguments":{"message":${deep}}}}`)
  expect(answer).toContain('"type":"observation"')
  expect(await socket.askText('{"type":"step","data":{"tool_name":"echo_message","arguments":{"message":"\\ud83d\\ude00"}}}')).toContain(
    '😀',
  )
  socket.close()
})
