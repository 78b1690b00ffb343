import { expect, test } from 'vitest'
import { OpenEnvError } from '../../core/errors.ts'
import { InProcessBackend } from '../../core/in-process-backend.ts'
import { Session } from '../../core/session.ts'
import { gridWorld } from '../../environments/index.ts'
import { toolbox } from './toolbox.ts'

const WORLD = { fetch: () => Promise.reject(new Error('no network')), now: () => 0, secret: () => '' }

function openDesk(environment: typeof toolbox | typeof gridWorld = toolbox, mode: 'simulation' | 'production' = 'simulation') {
  const closed: string[] = []
  const session = new Session(new InProcessBackend(environment, WORLD, { mode }), {
    id: 'own',
    mode,
    closeOther: async (id) => {
      closed.push(id)
      return id === 'known' ? 'closed' : id === 'attached' ? 'closing' : undefined
    },
  })
  const ask = async (request: object | string) =>
    JSON.parse(await session.receiveRpc(typeof request === 'string' ? request : JSON.stringify({ jsonrpc: '2.0', id: 1, ...request })))
  return { session, ask, closed }
}

test('a success has no error key, and an error always has data', async () => {
  const { ask } = openDesk()
  const success = await ask({ method: 'tools/call', params: { name: 'add', arguments: { a: 1 } } })
  expect(Object.keys(success)).toEqual(['jsonrpc', 'id', 'result'])
  expect(await ask({ method: 'nope' })).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32601, message: 'Method not found: nope', data: null },
  })
})

test('tools are listed with the keys that clients read, none of them null', async () => {
  const { result } = await openDesk().ask({ method: 'tools/list' })
  for (const { description, inputSchema } of result.tools) {
    expect(typeof description).toBe('string')
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
  }
})

test.for([
  ['no JSON', '{nope', -32700, 'Parse error'],
  ['no object', '[1]', -32700, 'Parse error'],
  ['a missing method', '{"jsonrpc":"2.0"}', -32600, 'method\n  Field required [type=missing'],
  ['an unknown key', '{"jsonrpc":"2.0","method":"m","x":1}', -32600, 'x\n  Extra inputs are not permitted'],
  ['another version', '{"jsonrpc":"1.0","method":"m"}', -32600, "Input should be '2.0'"],
  ['params that are no object', '{"jsonrpc":"2.0","method":"m","params":[]}', -32600, 'Input should be a valid dictionary'],
  ['an id that is no id', '{"jsonrpc":"2.0","method":"m","id":{}}', -32600, 'id.str\n  Input should be a valid string'],
  ['a call without a name', '{"jsonrpc":"2.0","method":"tools/call"}', -32602, "Missing 'name' in params"],
  ['an unknown tool', '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"z"}}', -32603, "Unknown tool: 'z'"],
  ['a tool that throws', '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"spoil"}}', -32603, 'tool exploded'],
  ['a close without an id', '{"jsonrpc":"2.0","method":"openenv/session/close"}', -32602, "'session_id' is required"],
] as const)('%s has its code', async ([, text, code, message]) => {
  const { error, id } = await openDesk().ask(text)
  expect({ ...error, id }).toEqual({ code, message: expect.stringContaining(message), data: null, id: null })
})

test('an error of ours names its code beside what else it tells', async () => {
  const error = new OpenEnvError('EPISODE_ROLLED_BACK', 'Steps are lost.', { details: { step_count: 3 } })
  const session = new Session(new InProcessBackend(toolbox, WORLD), { fault: { error, isSticky: false } })
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'count' } }
  expect(JSON.parse(await session.receiveRpc(JSON.stringify(call))).error).toEqual({
    code: -32603,
    message: 'Steps are lost.',
    data: { code: 'EPISODE_ROLLED_BACK', step_count: 3 },
  })
})

test('an id comes back as it came, long integers too', async () => {
  const { session } = openDesk()
  expect(await session.receiveRpc('{"jsonrpc":"2.0","method":"m","id":9007199254740993}')).toContain('"id":9007199254740993,')
  expect(await session.receiveRpc('{"jsonrpc":"2.0","method":"m","id":"é"}')).toContain('"id":"é",')
})

test('an environment without tools says so, after it has looked for the name', async () => {
  const { ask } = openDesk(gridWorld)
  expect((await ask({ method: 'tools/list' })).error).toMatchObject({ code: -32603, message: 'Environment does not support MCP' })
  expect((await ask({ method: 'tools/call' })).error).toMatchObject({ code: -32602 })
  expect((await ask({ method: 'tools/call', params: { name: 'x' } })).error).toMatchObject({ code: -32603 })
})

test('a session tells its own id, does not close itself, and closes others', async () => {
  const { ask, closed } = openDesk()
  const close = (session_id: string) => ask({ method: 'openenv/session/close', params: { session_id } })
  expect((await ask({ method: 'openenv/session/create' })).result).toEqual({ session_id: 'own' })
  expect((await close('own')).error).toMatchObject({
    code: -32600,
    message: 'Cannot close active WebSocket-managed session via MCP method',
  })
  expect((await close('known')).result).toEqual({ session_id: 'known', closed: true })
  expect((await close('attached')).result).toEqual({ session_id: 'attached', closed: false, closing: true })
  expect((await close('other')).error).toMatchObject({ code: -32602, message: 'Unknown session_id: other' })
  expect(closed).toEqual(['known', 'attached', 'other'])
})

test('production refuses reset, step and state, and serves the tools that it lists', async () => {
  const { session, ask } = openDesk(toolbox, 'production')
  for (const type of ['reset', 'step', 'state']) {
    const frame = JSON.parse((await session.receive(JSON.stringify({ type, ...(type === 'step' ? { data: {} } : {}) }))) ?? '')
    expect(frame).toMatchObject({ type: 'error', data: { code: 'FORBIDDEN', message: expect.stringContaining(type) } })
  }
  const { result } = await ask({ method: 'tools/list' })
  const names = result.tools.map(({ name }: { name: string }) => name)
  expect(names).toContain('live')
  expect(names).not.toContain('train')
  expect((await ask({ method: 'tools/call', params: { name: 'live' } })).result.data).toEqual([1, 2.5, 'x'])
  expect((await ask({ method: 'tools/call', params: { name: 'train' } })).error.message).toBe(
    "Tool 'train' not available in production mode",
  )
})
