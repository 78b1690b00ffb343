import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRaw, type RawClient } from './raw-client.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { startStockClients } from './stock-client.ts'

const token = (subject: string) => `${subject}-token-0123456789abcdef`
const SUBJECTS = ['walker', 'owner', 'waiter', 'observed', 'jar', 'shut']

let runtime: Runtime
beforeAll(async () => {
  const variables = {
    OPENENV_TOKENS: [...SUBJECTS.map((subject) => `${subject}:orchestrator:${token(subject)}`)].join(' '),
    OPENENV_LIMITS: 'walker steps=250; owner sessions=2; waiter sessions=1; jar steps=2; shut sessions=0',
    OPENENV_LOG: 'sessions',
  }
  runtime = await startRuntime({ file: join(import.meta.dirname, 'fixtures/trials.ts'), variables })
})
afterAll(() => runtime.stop())

function base(subject: string, rest = ''): string {
  return `${runtime.url}/t/${token(subject)}/envs/slow${rest}`
}

async function play(subject: string, rest?: string): Promise<RawClient> {
  const socket = await openRaw(base(subject, rest))
  expect(await socket.ask('{"type":"reset"}')).toContain('"observation"')
  return socket
}

function step(socket: RawClient): Promise<string> {
  return socket.ask('{"type":"step","data":{"note":"x"}}')
}

test("a day's steps are shared by a subject's sessions to the last one; what a session had left goes back", async () => {
  const first = await play('walker')
  for (let count = 0; count < 10; count++) expect(await step(first)).toContain('"observation"')
  await first.close()
  const others = await Promise.all([play('walker'), play('walker'), play('walker')])
  let played = 10
  for (let answer = '', turn = 0; !answer.includes('QUOTA_EXCEEDED'); turn++) {
    answer = await step(others[turn % 3] ?? first)
    if (answer.includes('"observation"')) played++
  }
  // Blocks of one step: each of the three may hold one that the others cannot have.
  expect(played).toBeGreaterThanOrEqual(248)
  expect(played).toBeLessThanOrEqual(250)
  const [, second] = others
  const refused = JSON.parse((await step(second ?? first)) || '{}') as { data: Record<string, unknown> }
  expect(refused.data).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    limit: 'steps',
    maximum: 250,
    resets_at: expect.stringMatching(/T00:00:00/),
  })
  expect(await second?.ask('{"type":"state"}')).toContain('"state"')
  await Promise.all(others.map((socket) => socket.close()))
})

test('a session more than a subject may have is refused in words that a stock client shows; another subject plays on', async () => {
  await using older = await startStockClients('0.4.1')
  const holders = await Promise.all([play('owner'), play('owner')])
  const env = older.open(base('owner'))
  await expect(env.reset()).rejects.toThrow(/2 sessions at once.*QUOTA_EXCEEDED/)
  await (await play('observed')).close()
  await holders[0]?.close()
  await (await play('owner')).close()
  await holders[1]?.close()
})

test('a client with a cookie pays for a step once', async () => {
  const post = (route: string, body: string, cookie = '') =>
    fetch(`${base('jar')}/${route}`, { method: 'POST', headers: { 'content-type': 'application/json', cookie }, body })
  const cookie = (await post('reset', '{}')).headers.get('set-cookie')?.split(';')[0]
  const statuses: number[] = []
  for (let count = 0; count < 3; count++) statuses.push((await post('step', '{"action":{"note":"x"}}', cookie)).status)
  expect(statuses).toEqual([200, 200, 429])
})

test('JSON-RPC is told the code of the limit that keeps a session from being made', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'openenv/session/create' })
  const answer = await fetch(`${base('shut')}/mcp`, { method: 'POST', body })
  expect(await answer.json()).toMatchObject({ id: 1, error: { data: { code: 'QUOTA_EXCEEDED', limit: 'sessions', maximum: 0 } } })
})

test('a session more than a subject may have waits in line where it is told to', async () => {
  const holder = await play('waiter')
  const waiting = await openRaw(base('waiter', '/o/wait=60s'))
  const answer = waiting.ask('{"type":"reset"}')
  await holder.close()
  expect(await answer).toContain('"observation"')
  await waiting.close()
})

test('an observer sees its own sessions only, and no token is in a log', async () => {
  const mine = await play('observed', '/s/mine')
  const list = async (subject: string) => ((await (await fetch(`${base(subject)}/sessions`)).json()) as { sessions: unknown[] }).sessions
  expect(await list('observed')).toMatchObject([{ key: 'mine' }])
  expect(await list('owner')).toEqual([])
  await mine.close()
  expect(runtime.log()).toContain('"event":"session_began"')
  for (const subject of SUBJECTS) expect(runtime.log()).not.toContain(token(subject))
})

test('no line of the log reports an error', () => {
  expect(runtime.errorLines()).toEqual([])
})
