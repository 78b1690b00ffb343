import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openRpc } from './rpc.ts'
import { openSocket } from './socket.ts'

const LIVE = '/envs/live_toolbox'

function http(path: string, method = 'GET'): Promise<Response> {
  return exports.default.fetch(`http://host${path}`, { method })
}

test('production has no reset, step and state over HTTP, with a key or without', async () => {
  for (const base of [LIVE, `${LIVE}/s/key`]) {
    for (const [route, method] of [
      ['reset', 'POST'],
      ['step', 'POST'],
      ['state', 'GET'],
    ] as const) {
      const response = await http(`${base}/${route}`, method)
      expect([response.status, await response.json()]).toEqual([404, { detail: 'Not Found' }])
    }
  }
  expect((await http('/envs/toolbox/reset', 'POST')).status).toBe(200)
})

test('production refuses reset, step and state on a socket, keeps it open and answers mcp frames', async () => {
  const socket = await openSocket(`${LIVE}/ws`)
  for (const frame of [socket.reset(), socket.step({ tool_name: 'add' }), socket.state()]) {
    expect(await frame).toMatchObject({ type: 'error', data: { code: 'FORBIDDEN' } })
  }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'count' } }
  expect(await socket.ask({ type: 'mcp', data: call })).toMatchObject({ type: 'mcp', data: { result: { data: 1 } } })
})

test('tools that are listed are those that can be called, in either mode', async () => {
  for (const [path, own, other] of [
    [LIVE, 'live', 'train'],
    ['/envs/toolbox', 'train', 'live'],
  ] as const) {
    const rpc = openRpc(path)
    const listed = (await rpc.ask('tools/list')).result.tools.map(({ name }: { name: string }) => name)
    expect([listed.includes(own), listed.includes(other)]).toEqual([true, false])
    expect((await rpc.call(undefined, own)).error).toBeUndefined()
    expect((await rpc.call(undefined, other)).error?.message).toContain('not available')
    expect((await rpc.call(await rpc.create(), other)).error?.message).toContain('not available')
  }
})

test('the OpenAPI document tells what a mode serves, and where', async () => {
  const paths = async (base: string) => {
    const document = await (await http(`${base}/openapi.json`)).json<{
      openapi: string
      info: { version: string }
      servers: object[]
      paths: object
    }>()
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' }, servers: [{ url: base || '/' }] })
    return Object.keys(document.paths)
  }
  const both = ['/schema', '/metadata', '/health', '/mcp']
  expect(await paths(LIVE)).toEqual(expect.arrayContaining(both))
  expect(await paths(LIVE)).not.toEqual(expect.arrayContaining(['/reset']))
  for (const base of ['', '/envs/toolbox', '/envs/toolbox/s/key']) {
    expect(await paths(base)).toEqual(expect.arrayContaining([...both, '/reset', '/step', '/state']))
  }
})

test('each route that the document names is served', async () => {
  const { paths } = await (await http('/envs/toolbox/openapi.json')).json<{ paths: Record<string, Record<string, object>> }>()
  for (const [path, operations] of Object.entries(paths)) {
    for (const method of Object.keys(operations)) {
      expect([path, (await http(`/envs/toolbox${path}`, method.toUpperCase())).status]).not.toEqual([path, 404])
      expect((await http(`/envs/toolbox${path}`, method === 'get' ? 'POST' : 'GET')).status).toBe(405)
    }
  }
})

test('references in the document lead somewhere', async () => {
  const text = await (await http('/envs/connect4/openapi.json')).text()
  const document = JSON.parse(text)
  for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) expect(document.components.schemas).toHaveProperty(name ?? '')
  expect(text).not.toContain('#/$defs/')
})

test('the page of an environment names its tools and loads nothing from elsewhere', async () => {
  const response = await http('/envs/toolbox/docs')
  const page = await response.text()
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(page).toContain('<code>count</code>')
  expect(page).not.toMatch(/<(script|link|img)/)
})
