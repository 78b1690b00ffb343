import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import worker from './worker.ts'

type Init = { method?: string; headers?: Record<string, string>; body?: string }

/** Asks a server as `openenv-edge serve` starts one for its own machine. */
async function ask(url: string, init: Init = {}, bindings: Record<string, string> = {}): Promise<Response> {
  if (worker.fetch === undefined) throw new Error('the worker answers no requests')
  const request = new Request(url, init) as Parameters<typeof worker.fetch>[0]
  return worker.fetch(request, { ...env, OPENENV_ALLOWED_HOSTS: '', ...bindings }, createExecutionContext())
}

const POST = { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) }
const MCP = { ...POST, headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' } }

/** Every way in, and its status where it is let in. */
const WAYS: [string, string, Init, number][] = [
  ['JSON-RPC', '/envs/toolbox/mcp', POST, 200],
  ['MCP', '/envs/toolbox/mcp', MCP, 200],
  ['a socket', '/envs/ledger/ws', { headers: { upgrade: 'websocket' } }, 101],
  ['HTTP', '/envs/ledger/reset', { method: 'POST' }, 200],
]

for (const [way, path, init, status] of WAYS) {
  test(`${way}: a page that has its own name point at this machine is refused, and so is one of another origin`, async () => {
    const statusOf = async (host: string, origin: string | undefined, bindings?: Record<string, string>) => {
      const headers = { ...init.headers, ...(origin === undefined ? {} : { origin }) }
      return (await ask(`http://${host}${path}`, { ...init, headers }, bindings)).status
    }
    const own = 'http://127.0.0.1:8000'
    for (const origin of [undefined, own, 'http://localhost:5173']) expect(await statusOf('127.0.0.1:8000', origin)).toBe(status)
    expect(await statusOf('192.168.1.7:8000', undefined)).toBe(status)
    for (const origin of ['https://evil.example', 'null']) expect(await statusOf('127.0.0.1:8000', origin)).toBe(403)
    for (const origin of [undefined, 'http://evil.example:8000']) expect(await statusOf('evil.example:8000', origin)).toBe(403)
    expect(await statusOf('box.lan', 'http://box.lan', { OPENENV_ALLOWED_HOSTS: 'other.lan, box.lan' })).toBe(status)
    expect(await statusOf('localhost', 'https://mine.example', { OPENENV_ALLOWED_ORIGINS: 'https://mine.example' })).toBe(status)
  })
}

test('who is refused is told what to set, and tokens make the question moot', async () => {
  const refused = await ask('http://evil.example/schema')
  expect(await refused.json()).toEqual({ detail: expect.stringMatching(/"evil.example".*OPENENV_ALLOWED_HOSTS/) })
  expect((await ask('http://evil.example/schema', {}, { OPENENV_TOKENS: 'a-token-0123456789' })).status).toBe(401)
})
