import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { docker } from './docker.ts'
import { describeWithEngine } from './engine.ts'
import { Player } from './player.ts'
import { ServedWorker } from './served-worker.ts'

const PORT = '8000'
const STEPS = 100

/** What differs between two sessions of one server: ids and times. */
function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
}

/** A page without what it says of its own address, of ids and of this visit. */
function plain(text: string, bases: readonly string[]): string {
  const bare = bases.reduce((rest, base) => rest.replaceAll(base.replace(/\/$/, ''), ''), withoutIds(text))
  return bare
    .replaceAll(/"(root|app_id|session_hash|username|space_id)":("[^"]*"|\d+|null)/g, '"$1":0')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+/g, '<time>')
}

describeWithEngine('a stock image behind our URLs', { timeout: 120_000 }, () => {
  const name = `openenv-edge-test-${randomUUID()}`
  let worker: ServedWorker
  let direct: URL
  let behind: URL
  beforeAll(async () => {
    docker('run', '-d', '--rm', '--name', name, '-e', 'ENABLE_WEB_INTERFACE=false', '-p', `127.0.0.1::${PORT}`, 'openenv-edge-stock')
    const log = spawn('docker', ['logs', '-f', name], { stdio: ['ignore', 'ignore', 'pipe'] })
    for await (const line of createInterface({ input: log.stderr })) if (line.includes('Uvicorn running')) break
    log.kill()
    direct = new URL(`http://${docker('port', name, PORT)}/`)
    worker = await ServedWorker.start()
    behind = new URL('/envs/demo/', worker.url)
  }, 120_000)
  afterAll(async () => {
    docker('rm', '-f', name)
    await worker?.stop()
  })

  /** The server's raw answers to a list of frames, one after the other; the stock server closes at a list. */
  async function play(url: URL, frames: readonly string[]): Promise<string[]> {
    const socket = new WebSocket(url.href.replace('http', 'ws'))
    await once(socket, 'open')
    const closed = once(socket, 'close').then(([code]) => [`close ${code}`])
    const answers: string[] = []
    for (const frame of frames) {
      socket.send(frame)
      const [message] = await Promise.race([once(socket, 'message'), closed])
      answers.push(withoutIds(String(message)))
    }
    socket.terminate()
    return answers
  }

  test('health is answered without a container', async () => {
    expect(await (await fetch(new URL('health', behind))).json()).toEqual({ status: 'healthy' })
    expect(worker.containers()).toEqual([])
  })

  test('two hundred frames, good and bad, are answered as the server itself answers them', async () => {
    const steps = Array.from({ length: STEPS }, (_, index) =>
      JSON.stringify({ type: 'step', data: { message: `${'ü'.repeat(index)} ${index}` } }),
    )
    const oddities = ['{', '{"type":"none"}', '{"type":"step","data":{}}', '{"type":"step","data":{"message":1e400}}', '{"type":"state"}']
    const frames = ['{"type":"reset","data":{}}', ...steps, ...oddities, '{"type":"reset","data":{"seed":7}}', ...steps, '[]']
    expect(await play(new URL('ws', behind), frames)).toEqual(await play(new URL('ws', direct), frames))
  })

  test('pages, schemas, errors and redirects pass through', async () => {
    for (const path of ['schema', 'metadata', 'openapi.json', 'no/such/path']) {
      const [ours, theirs] = await Promise.all([fetch(new URL(path, behind)), fetch(new URL(path, direct))])
      expect([ours.status, withoutIds(await ours.text())], path).toEqual([theirs.status, withoutIds(await theirs.text())])
    }
    const moved = await fetch(new URL('schema/', behind), { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([307, new URL('schema', behind).href])
    const bad = { method: 'POST', body: '{"action": 5}', headers: { 'content-type': 'application/json' } }
    const [ours, theirs] = await Promise.all([fetch(new URL('step', behind), bad), fetch(new URL('step', direct), bad)])
    expect([ours.status, await ours.text()]).toEqual([theirs.status, await theirs.text()])
  })

  test('the web pages are the server’s own, behind the prefix', async () => {
    const pages = `openenv-edge-test-${randomUUID()}`
    docker('run', '-d', '--rm', '--name', pages, '-p', `127.0.0.1::${PORT}`, 'openenv-edge-stock')
    const server = new URL(`http://${docker('port', pages, PORT)}/`)
    const edge = new URL('/envs/pages/', worker.url)
    try {
      while (
        !(await fetch(new URL('health', server)).then(
          ({ ok }) => ok,
          () => false,
        ))
      );
      for (const path of ['web', 'web/', 'web/metadata', 'web/state', 'web/gradio_api/info', 'web/theme.css']) {
        const [ours, theirs] = await Promise.all([edge, server].map((base) => fetch(new URL(path, base), { redirect: 'manual' })))
        const location = theirs?.headers.get('location')?.replace(server.href, edge.href) ?? null
        expect([ours?.status, ours?.headers.get('location') ?? null], path).toEqual([theirs?.status, location])
        expect(ours?.headers.get('content-type'), path).toBe(theirs?.headers.get('content-type'))
        const [mine, own] = [await ours?.text(), await theirs?.text()].map((text) => plain(text ?? '', [edge.href, server.href]))
        expect(mine, path).toBe(own)
      }
    } finally {
      docker('rm', '-f', pages)
    }
  })

  test('JSON-RPC on /mcp is answered as the server itself answers it', async () => {
    const rpc = { method: 'POST', body: '{"jsonrpc":"2.0","id":9,"method":"tools/list"}', headers: { 'content-type': 'application/json' } }
    const [ours, theirs] = await Promise.all([fetch(new URL('mcp', behind), rpc), fetch(new URL('mcp', direct), rpc)])
    expect([ours.status, await ours.text()]).toEqual([theirs.status, await theirs.text()])
  })

  test('a container that dies owes an error, and a reset starts another', async () => {
    const player = await Player.connect(worker.url, '/envs/demo/s/dies/ws')
    await player.reset()
    for (const container of worker.containers()) docker('kill', container)
    await expect.poll(() => worker.containers()).toEqual([])
    expect(await player.step({ message: 'x' })).toMatchObject({ type: 'error', data: { code: 'CONTAINER_LOST' } })
    expect(await player.reset()).toMatchObject({ type: 'observation' })
    expect(await player.step({ message: 'x' })).toMatchObject({ type: 'observation' })
    player.close()
  })

  test('a container of an unnamed session ends with its socket', async () => {
    for (const container of worker.containers()) docker('kill', container)
    const player = await Player.connect(worker.url, '/envs/demo/ws')
    await player.reset()
    expect(worker.containers()).toHaveLength(1)
    player.close()
    await expect.poll(() => worker.containers(), { timeout: 30_000, interval: 500 }).toEqual([])
  })
})
