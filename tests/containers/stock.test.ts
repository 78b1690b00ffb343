import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { docker } from './docker.ts'
import { describeWithEngine } from './engine.ts'
import { ServedWorker } from './served-worker.ts'

const PORT = '8000'
const STEPS = 100
const RESET = '{"type":"reset","data":{}}'
const STEP = '{"type":"step","data":{"message":"x"}}'

/** What differs between two sessions of one server: ids and times. */
function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
}

/** A page without what it says of its own address, of ids, of its process and of this visit. */
function plain(text: string, bases: readonly string[]): string {
  const bare = bases.reduce((rest, base) => rest.replaceAll(base.replace(/\/$/, ''), ''), withoutIds(text))
  return bare
    .replaceAll(/"(root|app_id|session_hash|username|space_id)":("[^"]*"|\d+|null)/g, '"$1":0')
    .replaceAll(/ at 0x[0-9a-f]+/g, '')
    .replaceAll(/"code_snippets":\{("\w+":"([^"\\]|\\.)*",?)*\}/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+/g, '<time>')
}

function isUp(url: URL): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

// Starting its server takes longer than all else, so few are started: two with their pages at once, and one that is killed.
describeWithEngine('a stock image behind our URLs', { timeout: 120_000 }, () => {
  const name = `openenv-edge-test-${randomUUID()}`
  let worker: ServedWorker
  let direct: URL
  let behind: URL
  let ours: WebSocket
  /** It takes one session at a time. */
  let theirs: WebSocket
  let others: string[] = []
  beforeAll(async () => {
    docker('run', '-d', '--rm', '--name', name, '-p', `127.0.0.1::${PORT}`, 'openenv-edge-stock')
    direct = new URL(`http://${docker('port', name, PORT)}/`)
    worker = await ServedWorker.start()
    behind = new URL('/envs/pages/', worker.url)
    await fetch(new URL('schema', behind))
    while (!(await isUp(new URL('health', direct))));
  }, 120_000)
  afterAll(async () => {
    for (const socket of [ours, theirs]) socket?.terminate()
    docker('rm', '-f', name)
    await worker?.stop()
  })

  async function open(base: URL): Promise<WebSocket> {
    const socket = new WebSocket(new URL('ws', base).href.replace('http', 'ws'))
    await once(socket, 'open')
    return socket
  }

  /** The server's raw answers to frames, one after the other, or the code with which it closed. */
  async function play(socket: WebSocket, frames: readonly string[]): Promise<string[]> {
    const closed = once(socket, 'close').then(([code]) => [`close ${code}`])
    const answers: string[] = []
    for (const frame of frames) {
      socket.send(frame)
      const [message] = await Promise.race([once(socket, 'message'), closed])
      answers.push(withoutIds(String(message)))
    }
    return answers
  }

  test('health is answered without a container', async () => {
    const before = worker.containers()
    expect(await (await fetch(new URL('/envs/demo/health', worker.url))).json()).toEqual({ status: 'healthy' })
    expect(worker.containers()).toEqual(before)
  })

  test('schemas, errors and redirects pass through', async () => {
    for (const path of ['schema', 'metadata', 'openapi.json', 'no/such/path']) {
      const [mine, theirs] = await Promise.all([fetch(new URL(path, behind)), fetch(new URL(path, direct))])
      expect([mine.status, withoutIds(await mine.text())], path).toEqual([theirs.status, withoutIds(await theirs.text())])
    }
    const moved = await fetch(new URL('schema/', behind), { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([307, new URL('schema', behind).href])
    const bad = { method: 'POST', body: '{"action": 5}', headers: { 'content-type': 'application/json' } }
    const [mine, theirs] = await Promise.all([fetch(new URL('step', behind), bad), fetch(new URL('step', direct), bad)])
    expect([mine.status, await mine.text()]).toEqual([theirs.status, await theirs.text()])
  })

  test('a server whose root leads to its pages starts, and they are its own, behind the prefix', async () => {
    // Gradio makes its address of the host alone.
    const bases = [behind.href, behind.origin, direct.href]
    for (const path of ['', 'web', 'web/', 'web/metadata', 'web/state', 'web/gradio_api/info', 'web/theme.css']) {
      const [mine, theirs] = await Promise.all([behind, direct].map((base) => fetch(new URL(path, base), { redirect: 'manual' })))
      const location = theirs?.headers.get('location')?.replace(direct.href, '/') ?? null
      const wanted = location === null ? null : new URL(location.slice(1), behind).href
      expect([mine?.status, mine?.headers.get('location') ?? null], path).toEqual([theirs?.status, wanted])
      expect(mine?.headers.get('content-type'), path).toBe(theirs?.headers.get('content-type'))
      const texts = await Promise.all([mine, theirs].map(async (page) => plain((await page?.text()) ?? '', bases)))
      expect(texts[0], path).toBe(texts[1])
    }
  })

  test('JSON-RPC on /mcp is answered as the server itself answers it', async () => {
    const rpc = { method: 'POST', body: '{"jsonrpc":"2.0","id":9,"method":"tools/list"}', headers: { 'content-type': 'application/json' } }
    const [mine, theirs] = await Promise.all([fetch(new URL('mcp', behind), rpc), fetch(new URL('mcp', direct), rpc)])
    expect([mine.status, await mine.text()]).toEqual([theirs.status, await theirs.text()])
  })

  test('two hundred frames, good and bad, are answered as the server itself answers them', async () => {
    const steps = Array.from({ length: STEPS }, (_, index) =>
      JSON.stringify({ type: 'step', data: { message: `${'ü'.repeat(index)} ${index}` } }),
    )
    const oddities = ['{', '{"type":"none"}', '{"type":"step","data":{}}', '{"type":"step","data":{"message":1e400}}', '{"type":"state"}']
    const frames = [RESET, ...steps, ...oddities, '{"type":"reset","data":{"seed":7}}', ...steps]
    others = worker.containers()
    ours = await open(new URL('/envs/demo/', worker.url))
    theirs = await open(direct)
    expect(await play(ours, frames)).toEqual(await play(theirs, frames))
  })

  test('a container that dies owes an error, and a reset starts another, which ends with its socket', async () => {
    const own = () => worker.containers().filter((container) => !others.includes(container))
    for (const container of own()) docker('kill', container)
    await expect.poll(own, { timeout: 20_000 }).toEqual([])
    expect(await play(ours, [STEP])).toEqual([expect.stringContaining('"CONTAINER_LOST"')])
    expect(await play(ours, [RESET, STEP])).toEqual(Array(2).fill(expect.stringContaining('"observation"')))
    expect(own()).toHaveLength(1)
    // What is no object closes the socket, as it does the server's own.
    expect(await play(ours, ['[]'])).toEqual(await play(theirs, ['[]']))
    await expect.poll(own, { timeout: 30_000, interval: 500 }).toEqual([])
  })
})
