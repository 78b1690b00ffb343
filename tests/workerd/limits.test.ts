import { createExecutionContext, listDurableObjectIds } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import worker from './worker.ts'

const TOKEN = 'ann-orchestrator-0123456789'

/** Asks a deployment on which a subject, new for each test, has these limits. */
function deployment(subject: string, limits: string) {
  const bindings = { ...env, OPENENV_TOKENS: `${subject}:orchestrator:${TOKEN}`, OPENENV_LIMITS: `nobody rate=1; ${subject} ${limits}` }
  return async (path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}): Promise<Response> => {
    if (worker.fetch === undefined) throw new Error('the worker answers no requests')
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...init.headers }
    const request = new Request(`http://host${path}`, { ...init, headers }) as Parameters<typeof worker.fetch>[0]
    return worker.fetch(request, bindings, createExecutionContext())
  }
}

/** What a socket says to its first frame, and the code with which it is closed, if ever. */
async function firstAnswer({ webSocket }: Response, frame: object): Promise<[frame: unknown, closed: Promise<number>]> {
  if (webSocket === null) throw new Error('no socket')
  webSocket.accept()
  const answer = new Promise((resolve) => webSocket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data)))))
  const closed = new Promise<number>((resolve) => webSocket.addEventListener('close', ({ code }) => resolve(code)))
  webSocket.send(JSON.stringify(frame))
  return [await answer, closed]
}

const socket = { headers: { upgrade: 'websocket' } }
const step = { method: 'POST', body: '{"action":{"add":1}}' }

test('requests beyond the rate are refused with 429 and when to come back', async () => {
  const ask = deployment('rated', 'rate=3')
  for (let request = 0; request < 3; request++) expect((await ask('/schema')).status).toBe(200)
  const refused = await ask('/schema')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'QUOTA_EXCEEDED', limit: 'rate', maximum: 3, resets_at: expect.any(String) })
  expect((await ask('/health')).status).toBe(200)
})

test('a socket beyond a limit is told in the answer to its first frame, then closed, and no session is made', async () => {
  const ask = deployment('socketed', 'rate=0')
  const before = (await listDurableObjectIds(env.SESSIONS)).length
  const [frame, closed] = await firstAnswer(await ask('/envs/ledger/ws', socket), { type: 'reset' })
  expect(frame).toMatchObject({ type: 'error', data: { code: 'QUOTA_EXCEEDED', limit: 'rate' } })
  expect(await closed).toBe(1000)
  const [rpc] = await firstAnswer(await ask('/envs/echo/mcp', socket), { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  expect(rpc).toMatchObject({ error: { data: { code: 'QUOTA_EXCEEDED', limit: 'rate' } } })
  expect((await listDurableObjectIds(env.SESSIONS)).length).toBe(before)
})

test('steps of a day without a session are counted, and refused when they are used up', async () => {
  const ask = deployment('stepping', 'steps=2')
  for (let count = 0; count < 2; count++) expect((await ask('/envs/ledger/step', step)).status).toBe(200)
  const refused = await ask('/envs/ledger/step', step)
  expect(refused.status).toBe(429)
  const { resets_at } = (await refused.json()) as { resets_at: string }
  expect(resets_at).toMatch(/T00:00:00.000Z$/)
  expect(Date.parse(resets_at)).toBeGreaterThan(Date.now())
  expect((await ask('/envs/ledger/schema')).status).toBe(200)
})

test('tool calls of a day without a session are counted as steps are, over both protocols; listing tools is not', async () => {
  const ask = deployment('calling', 'steps=2')
  const rpc = async (method: string, headers = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { name: 'count', arguments: {} } })
    return ask('/envs/toolbox/mcp', { method: 'POST', body, headers })
  }
  expect((await rpc('tools/list')).status).toBe(200)
  expect(await (await rpc('tools/call')).json()).toHaveProperty('result')
  const mcp = await rpc('tools/call', { accept: 'application/json, text/event-stream' })
  expect(await mcp.text()).toContain('"structuredContent":{"result":1}')
  expect((await rpc('tools/call')).status).toBe(429)
})

test('where the steps of a day are used up, no reset begins a session', async () => {
  const ask = deployment('spent', 'steps=0')
  const before = (await listDurableObjectIds(env.SESSIONS)).length
  for (const path of ['/envs/ledger/reset', '/envs/ledger/s/late/reset']) expect((await ask(path, { method: 'POST' })).status).toBe(429)
  expect((await listDurableObjectIds(env.SESSIONS)).length).toBe(before)
})

test('a subject with all its sessions open is refused another one, unless it is ready to wait or it is one of them', async () => {
  const ask = deployment('full', 'sessions=1')
  const id = env.SESSIONS.idFromName('full/ledger/mine').toString()
  const account = env.REGISTRY.get(env.REGISTRY.idFromName('subject/full'))
  await account.acquire({ session: id, limit: 1, waitMs: 0, idleMs: 60_000 })
  const [frame] = await firstAnswer(await ask('/envs/ledger/ws', socket), { type: 'reset' })
  expect(frame).toMatchObject({ data: { code: 'QUOTA_EXCEEDED', limit: 'sessions', maximum: 1, resets_at: null } })
  for (const path of ['/envs/ledger/s/mine/ws', '/envs/ledger/o/wait=5s/ws']) {
    const [state] = await firstAnswer(await ask(path, socket), { type: 'state' })
    expect(state).toMatchObject({ type: 'state' })
  }
})

test('limits that cannot be read lock the deployment, and say where', async () => {
  for (const limits of ['steps=many', 'speed=3', '']) {
    const response = await deployment('ann', limits)('/schema')
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('OPENENV_LIMITS says')
  }
})
