import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { openSocket } from './socket.ts'

const BOTH = 'application/json, text/event-stream'

async function connect(path: string, options: ClientOptions = {}) {
  const fetch = (input: string | URL, init?: RequestInit) => exports.default.fetch(new Request(String(input), init as never))
  const transport = new StreamableHTTPClientTransport(new URL(`http://host${path}/mcp`), { fetch: fetch as never })
  const client = new Client({ name: 'test', version: '1' }, options)
  await client.connect(transport)
  const call = async (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args })
  return { client, transport, call }
}

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { accept: BOTH, 'content-type': 'application/json', ...headers } }
  return exports.default.fetch(`http://host${path}/mcp`, init)
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}

test('a client of 2025 keeps its episode between calls, eviction or not, until it ends the session', async () => {
  const { client, transport, call } = await connect('/envs/toolbox')
  expect(client.getServerVersion()).toMatchObject({ name: 'toolbox', version: '1' })
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('count')
  expect(await call('count')).toMatchObject({ structuredContent: { result: 1 }, content: [{ type: 'text', text: '1' }] })
  const { sessionId } = transport
  if (sessionId === undefined) throw new Error('no session')
  const stub = env.SESSIONS.get(env.SESSIONS.idFromString(sessionId))
  await evictDurableObject(stub)
  expect(await call('count')).toMatchObject({ structuredContent: { result: 2 } })
  await transport.terminateSession()
  expect(await runInDurableObject(stub, (_, { storage }) => [...storage.kv.list()].length)).toBe(0)
})

test('a failed tool is a result that says so, and an unknown one an error', async () => {
  const { call } = await connect('/envs/toolbox')
  expect(await call('spoil')).toEqual({ content: [{ type: 'text', text: expect.stringContaining('tool exploded') }], isError: true })
  expect(await call('add', { a: 'x' })).toMatchObject({ isError: true })
  await expect(call('zzz')).rejects.toThrow('Unknown tool: zzz')
  await expect(call('live')).rejects.toThrow('Unknown tool: live')
})

test("the URL's key binds the episode for clients of either era, and for the trainer on the same key", async () => {
  const path = '/envs/toolbox/s/shared'
  const old = await connect(path)
  const modern = await connect(path, { versionNegotiation: { mode: 'auto' } })
  expect(modern.client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  expect(old.transport.sessionId).toBeUndefined()
  const trainer = await openSocket(`${path}/ws`)
  await trainer.reset()
  expect(await old.call('count')).toMatchObject({ structuredContent: { result: 1 } })
  expect(await modern.call('count')).toMatchObject({ structuredContent: { result: 2 } })
  expect((await trainer.step({ tool_name: 'count' })).data.observation).toMatchObject({ result: { data: 3 } })
})

test('a call on a session that has ended is 404, which has clients initialize again', async () => {
  const session = (await post('/envs/toolbox', INITIALIZE)).headers.get('mcp-session-id') ?? ''
  const headers = { 'mcp-session-id': session }
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'count', arguments: {} } }
  expect((await post('/envs/toolbox', call, headers)).status).toBe(200)
  expect((await post('/envs/echo', call, headers)).status).toBe(404)
  const end = () => exports.default.fetch('http://host/envs/toolbox/mcp', { method: 'DELETE', headers })
  expect((await end()).status).toBe(204)
  expect((await end()).status).toBe(404)
  expect((await post('/envs/toolbox', call, headers)).status).toBe(404)
  expect((await post('/envs/toolbox', { jsonrpc: '2.0', id: 3, method: 'tools/list' }, headers)).status).toBe(404)
  expect((await post('/envs/toolbox', INITIALIZE, headers)).status).toBe(200)
})

test.for([
  ['no page', undefined, 200],
  ['a page of the deployment', 'http://host', 200],
  ['a page of another origin', 'https://evil.example', 403],
  ['a page without an origin', 'null', 403],
] as const)('MCP from %s is answered with its status', async ([, origin, status]) => {
  expect((await post('/envs/echo', INITIALIZE, origin === undefined ? {} : { origin })).status).toBe(status)
})

test('an integer of any length keeps its digits, in and out', async () => {
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'whole', arguments: { n: 0 } } }
  const body = JSON.stringify(call).replace('"n":0', '"n":-12345678901234567890')
  const init = { method: 'POST', body, headers: { accept: BOTH, 'content-type': 'application/json' } }
  const text = await (await exports.default.fetch('http://host/envs/numbers/mcp', init)).text()
  expect(text).toContain('"structuredContent":{"result":-12345678901234567890}')
})

test('64 clients at once each have an episode of their own', async () => {
  const clients = await Promise.all(Array.from({ length: 64 }, () => connect('/envs/toolbox')))
  for (const expected of [1, 2]) {
    const results = await Promise.all(clients.map(({ call }) => call('count')))
    expect(results.map(({ structuredContent }) => structuredContent)).toEqual(clients.map(() => ({ result: expected })))
  }
})

test('without an event stream in Accept the same path speaks JSON-RPC, and other methods are refused', async () => {
  const plain = await post('/envs/toolbox', INITIALIZE, { accept: '*/*' })
  expect(await plain.json()).toMatchObject({ error: { code: -32601 } })
  for (const method of ['GET', 'PUT']) {
    const response = await exports.default.fetch('http://host/envs/toolbox/mcp', { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  }
})
