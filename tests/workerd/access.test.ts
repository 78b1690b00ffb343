import { createExecutionContext, listDurableObjectIds } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import worker from './worker.ts'

const TOKENS = {
  orchestrator: 'orchestrator-token-0123456789',
  agent: 'agent-token-0123456789abcdef',
  observer: 'observer-token-0123456789abc',
  other: 'other-orchestrator-0123456789',
} as const

const BINDINGS = {
  ...env,
  OPENENV_TOKENS: `ann:orchestrator:${TOKENS.orchestrator} ann:agent:${TOKENS.agent}\nann:observer:${TOKENS.observer},${TOKENS.other}`,
}

type Init = { method?: string; headers?: Record<string, string>; body?: string }

/** Asks a deployment that has tokens. */
async function ask(path: string, init: Init = {}): Promise<Response> {
  if (worker.fetch === undefined) throw new Error('the worker answers no requests')
  const request = new Request(`http://host${path}`, init) as Parameters<typeof worker.fetch>[0]
  return worker.fetch(request, BINDINGS, createExecutionContext())
}

/** Every way in which a client can pass a token with a path. */
const WAYS: Record<string, (path: string, token: string) => [string, Record<string, string>]> = {
  bearer: (path, token) => [path, { authorization: `Bearer ${token}` }],
  'basic password': (path, token) => [path, { authorization: `Basic ${btoa(`user:${token}`)}` }],
  'basic user': (path, token) => [path, { authorization: `Basic ${btoa(`${token}:`)}` }],
  query: (path, token) => [`${path}?token=${token}`, {}],
  'mangled query': (path, token) => [path.replace(/\/([a-z.]+)$/, `?token=${token}/$1`), {}],
  path: (path, token) => [`/t/${token}${path}`, {}],
}

/** Route, method, and the status for each scope. */
const ROUTES: [string, string, Record<'orchestrator' | 'agent' | 'observer', number>][] = [
  ['schema', 'GET', { orchestrator: 200, agent: 200, observer: 200 }],
  ['metadata', 'GET', { orchestrator: 200, agent: 200, observer: 200 }],
  ['openapi.json', 'GET', { orchestrator: 200, agent: 200, observer: 200 }],
  ['docs', 'GET', { orchestrator: 200, agent: 200, observer: 200 }],
  ['state', 'GET', { orchestrator: 200, agent: 403, observer: 200 }],
  ['reset', 'POST', { orchestrator: 200, agent: 403, observer: 403 }],
  ['step', 'POST', { orchestrator: 422, agent: 403, observer: 403 }],
  ['sessions', 'GET', { orchestrator: 200, agent: 403, observer: 200 }],
  ['metrics', 'GET', { orchestrator: 200, agent: 403, observer: 200 }],
  ['mcp', 'POST', { orchestrator: 200, agent: 200, observer: 403 }],
  ['ws', 'GET', { orchestrator: 426, agent: 403, observer: 403 }],
]

for (const [route, method, statuses] of ROUTES) {
  test(`${route} by every scope, in every way to pass a token, and by nobody`, async () => {
    const before = (await listDurableObjectIds(env.SESSIONS)).length
    let made = 0
    const body = method === 'POST' ? { body: '{}' } : {}
    const at = `/envs/grid_world/${route}`
    const content = { 'content-type': 'application/json' }
    for (const [way, place] of Object.entries(WAYS)) {
      for (const [scope, status] of Object.entries(statuses)) {
        const [path, headers] = place(at, TOKENS[scope as keyof typeof TOKENS])
        const answer = await ask(path, { method, headers: { ...headers, ...content }, ...body })
        expect([way, scope, answer.status]).toEqual([way, scope, status])
        // The one route that begins a session for whoever may: the client's cookie is how it comes back to it.
        if (answer.headers.has('set-cookie')) made++
      }
      const [path, headers] = place(at, 'no-such-token-0123456789')
      const refused = await ask(path, { method, headers: { ...headers, ...content }, ...body })
      expect([way, refused.status]).toEqual([way, 401])
      expect(await refused.text()).not.toContain('no-such-token')
    }
    const missing = await ask(at, { method, headers: content, ...body })
    expect(missing.status).toBe(401)
    expect(missing.headers.get('www-authenticate')).toContain('Bearer')
    expect((await listDurableObjectIds(env.SESSIONS)).length - before).toBe(made)
    expect(made).toBe(route === 'reset' ? Object.keys(WAYS).length : 0)
  })
}

test('health is public, also behind a wrong token', async () => {
  for (const path of ['/health', '/envs/grid_world/health', '/t/wrong/health']) expect((await ask(path)).status).toBe(200)
})

test("a session belongs to its token's subject: its other tokens see it, no other token does", async () => {
  const path = '/envs/grid_world/s/shared'
  const as = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
  await ask(`${path}/reset`, { method: 'POST', headers: as(TOKENS.orchestrator), body: '{"episode_id":"mine"}' })
  const state = async (token: string) => (await ask(`${path}/state`, { headers: as(token) })).json()
  expect(await state(TOKENS.observer)).toMatchObject({ episode_id: 'mine' })
  expect(await state(TOKENS.other)).not.toMatchObject({ episode_id: 'mine' })
})

test('an observer gets no socket to a session, whatever the route or the spelling of its upgrade', async () => {
  const headers = { authorization: `Bearer ${TOKENS.observer}`, upgrade: 'websocket' }
  const answer = await ask('/envs/grid_world/s/watched/state', { headers })
  expect([answer.status, answer.webSocket]).toEqual([200, null])
  const cookie = 'openenv_session=00000000-0000-4000-8000-000000000000'
  const byCookie = await ask('/envs/grid_world/state', { headers: { ...headers, cookie } })
  expect([byCookie.status, byCookie.webSocket]).toEqual([200, null])
  const trainer = { authorization: `Bearer ${TOKENS.orchestrator}`, upgrade: 'WebSocket' }
  expect((await ask('/envs/grid_world/s/watched/ws', { headers: trainer })).status).toBe(101)
})

test('a session made over MCP answers its own subject only', async () => {
  const rpc = async (token: string, method: string, params: object = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await ask('/envs/echo/mcp', { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
    return (await response.json()) as { result?: { session_id: string }; error?: { message: string } }
  }
  const id = (await rpc(TOKENS.orchestrator, 'openenv/session/create')).result?.session_id
  expect((await rpc(TOKENS.agent, 'tools/list', { session_id: id })).error).toBeUndefined()
  expect((await rpc(TOKENS.other, 'tools/list', { session_id: id })).error?.message).toContain('Unknown session_id')
  expect((await rpc(TOKENS.other, 'openenv/session/close', { session_id: id })).error?.message).toContain('Unknown session_id')
})

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}

/** What a client of MCP over streamable HTTP asks, with a token. */
async function mcp(token: string, body: object | undefined, session?: string): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  headers.accept = 'application/json, text/event-stream'
  if (session !== undefined) headers['mcp-session-id'] = session
  const init = body === undefined ? { method: 'DELETE', headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  return ask('/envs/toolbox/mcp', init)
}

test('a client of MCP with a token plays on in the session that its initialize made', async () => {
  const session = (await mcp(TOKENS.agent, INITIALIZE)).headers.get('mcp-session-id') ?? ''
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'count', arguments: {} } }
  for (const result of [1, 2]) {
    const answer = await mcp(TOKENS.agent, call, session)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(`"structuredContent":{"result":${result}}`)
  }
  expect((await mcp(TOKENS.other, call, session)).status).toBe(404)
})

test("an agent ends the sessions of its subject's agents, and no trainer's", async () => {
  const rpc = async (token: string, method: string, session_id?: string) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { session_id } })
    const response = await ask('/envs/toolbox/mcp', { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
    return (await response.json()) as { result?: { session_id: string; closed?: boolean }; error?: { message: string; data: unknown } }
  }
  const create = async (token: string) => (await rpc(token, 'openenv/session/create')).result?.session_id ?? ''
  const trainers = await create(TOKENS.orchestrator)
  const refused = await rpc(TOKENS.agent, 'openenv/session/close', trainers)
  expect(refused.error).toMatchObject({ data: { code: 'FORBIDDEN' } })
  expect((await mcp(TOKENS.agent, undefined, trainers)).status).toBe(403)
  const { webSocket } = await ask('/envs/toolbox/mcp', { headers: { authorization: `Bearer ${TOKENS.agent}`, upgrade: 'websocket' } })
  const answer = new Promise((resolve) => webSocket?.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data)))))
  webSocket?.accept()
  webSocket?.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'openenv/session/close', params: { session_id: trainers } }))
  expect(await answer).toMatchObject({ error: { data: { code: 'FORBIDDEN' } } })
  expect((await rpc(TOKENS.orchestrator, 'openenv/session/close', trainers)).result?.closed).toBe(true)
  for (const token of [TOKENS.agent, TOKENS.orchestrator]) {
    expect((await rpc(token, 'openenv/session/close', await create(TOKENS.agent))).result?.closed).toBe(true)
  }
})

test('a refusal repeats nothing of a path, where a token may stand', async () => {
  const agent = { authorization: `Bearer ${TOKENS.agent}` }
  const odd = await ask(`/envs/echo/x/t/${TOKENS.orchestrator}/ws`, { headers: agent })
  expect([odd.status, await odd.text()]).toEqual([403, expect.not.stringContaining(TOKENS.orchestrator)])
  const broken = await ask(`/t/${TOKENS.orchestrator}%zz/envs/echo/schema`, { headers: agent })
  expect([broken.status, await broken.text()]).toEqual([400, expect.not.stringContaining(TOKENS.orchestrator)])
})

test('of several tokens the header decides, then X-API-Key, then the path, then the query', async () => {
  const { orchestrator, agent } = TOKENS
  const statusOf = async (path: string, headers: Record<string, string>) => (await ask(path, { headers })).status
  const [bearer, key] = [{ authorization: `Bearer ${orchestrator}` }, { 'x-api-key': orchestrator }]
  expect(await statusOf(`/t/${agent}/sessions?token=${agent}`, { ...bearer, 'x-api-key': agent })).toBe(200)
  expect(await statusOf(`/t/${agent}/sessions?token=${agent}`, key)).toBe(200)
  expect(await statusOf(`/t/${orchestrator}/sessions?token=${agent}`, {})).toBe(200)
  expect(await statusOf(`/t/${orchestrator}/sessions`, { authorization: `Bearer ${agent}` })).toBe(403)
})

test('tokens that cannot be read lock everything but health, without showing one', async () => {
  const twice = 'ann:agent:0123456789abcdef bob:agent:0123456789abcdef'
  for (const tokens of ['short', 'ann:king:0123456789abcdef', twice]) {
    if (worker.fetch === undefined) throw new Error('the worker answers no requests')
    const request = new Request('http://host/schema', { headers: { authorization: 'Bearer 0123456789abcdef' } }) as Parameters<
      typeof worker.fetch
    >[0]
    const response = await worker.fetch(request, { ...env, OPENENV_TOKENS: tokens }, createExecutionContext())
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('0123456789abcdef')
  }
})
