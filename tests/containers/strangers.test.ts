import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docker } from './docker.ts'
import { describeWithEngine } from './engine.ts'
import { Player } from './player.ts'
import { ServedWorker } from './served-worker.ts'
import { ask, converse } from './strangers.ts'

const JSON_BODY = { 'content-type': 'application/json' }

describeWithEngine('servers as strangers make them, behind our URLs', { timeout: 120_000 }, () => {
  const name = `openenv-edge-test-${randomUUID()}`
  let worker: ServedWorker
  let direct: URL
  beforeAll(async () => {
    docker('run', '-d', '--rm', '--name', name, '-p', '127.0.0.1::7860', 'openenv-edge-wild')
    direct = new URL(`http://${docker('port', name, '7860')}/`)
    while (
      !(await fetch(new URL('ping', direct)).then(
        ({ ok }) => ok,
        () => false,
      ))
    );
    worker = await ServedWorker.start({ REMOTE_URL_TOKEN: 'theirs' }, { remote: direct.href })
  }, 120_000)
  afterAll(async () => {
    await worker?.stop()
    docker('rm', '-f', name)
  })

  const places = ['wild', 'elsewhere'] as const
  const behind = (place: string) => new URL(`/envs/${place}/`, worker.url)

  const requests: readonly [string, string, RequestInit][] = [
    ['a reset by GET with a query', 'reset?seed=7&x=%20', {}],
    ['a reset by POST', 'reset?task=a', { method: 'POST', body: '{"seed":1}', headers: JSON_BODY }],
    ['a bare action and a reward that is an object', 'step', { method: 'POST', body: '{"action":"go","n":1.0,"big":1e400}' }],
    ['a plain-text 500', 'state', {}],
    ['a 404 at the root', 'nothing/here', {}],
    [
      'methods, status, headers and bytes that are no JSON',
      'grader',
      { method: 'PATCH', body: Buffer.from([255, 0, 1]), headers: { 'x-session-id': 'a b' } },
    ],
    ['a method that is not allowed', 'grader', { method: 'POST' }],
    ['an event stream', 'events', {}],
    ['JSON-RPC that always answers id 1', 'mcp', { method: 'POST', body: '{"jsonrpc":"2.0","id":9,"method":"x"}', headers: JSON_BODY }],
  ]
  for (const place of places) {
    test.each(requests)(`%s passes through (${place})`, async (_name, path, init) => {
      // Each starts its server's only episode anew.
      await ask(behind(place), 'reset')
      const ours = await ask(behind(place), path, init)
      await ask(direct, 'reset')
      expect(ours).toEqual(await ask(direct, path, init))
    })

    test(`redirects stay behind the prefix, which the server is told (${place})`, async () => {
      const moved = await fetch(new URL('docs-by-hand', behind(place)), { redirect: 'manual' })
      expect(moved.headers.get('location')).toBe(new URL('ping', behind(place)).href)
      expect(JSON.parse((await ask(behind(place), 'where', { headers: { authorization: 'Bearer ours' } })).body)).toMatchObject({
        'x-forwarded-prefix': `/envs/${place}`,
        'x-forwarded-proto': 'http',
        ...(place === 'elsewhere' ? { authorization: 'Bearer theirs' } : {}),
      })
    })

    test(`frames of another dialect, bytes, slow steps and closes pass through (${place})`, async () => {
      const conversations = [
        ['ws', ['1.0', Buffer.from([1, 2, 3]), 'slow']],
        ['ws', ['fail']],
        ['live/feed', []],
        ['refused', []],
      ] as const
      const [ours, theirs] = await Promise.all(
        [behind(place), direct].map((base) => Promise.all(conversations.map(([path, frames]) => converse(base, path, frames)))),
      )
      expect(ours).toEqual(theirs)
    })
  }

  test('what a session leaves on disk is in no other session’s container', async () => {
    for (const key of ['one', 'two']) expect(JSON.parse((await ask(behind('wild'), `s/${key}/disk`)).body)).toEqual({ leaked: false })
    expect(JSON.parse((await ask(behind('wild'), 's/one/disk')).body)).toEqual({ leaked: true })
  })

  test('sessions of a shared container meet in it, and one that waits warm is there at once', async () => {
    for (const leaked of [false, true]) expect(JSON.parse((await ask(behind('shared'), 'disk')).body)).toEqual({ leaked })
    const running = () => worker.containers().filter((container) => container.includes('-Wild-')).length
    const before = running()
    await converse(behind('ready'), 'ws', ['1'])
    // The session's own has ended with it; two wait for sessions to come.
    await expect.poll(running, { timeout: 60_000, interval: 500 }).toBe(before + 2)
    const waiting = worker.containers()
    const frames = converse(behind('ready'), 'ws', ['2', 'slow'])
    await expect.poll(() => worker.containers().filter((container) => !waiting.includes(container)).length, { timeout: 30_000 }).toBe(1)
    expect(await frames).toEqual(['{"event":"reply","payload":2}', '{"done":null}', 'close 1000 '])
  })

  test('a server that is not there, and a key for one that knows none, are refused in words', async () => {
    expect(await ask(behind('nowhere'), 'reset')).toMatchObject({ status: 502, body: expect.stringContaining('cannot be reached') })
    const player = await Player.connect(worker.url, '/envs/elsewhere/s/key/ws')
    expect(await player.next()).toMatchObject({ type: 'error', data: { message: expect.stringContaining('without /s/') } })
    player.close()
  })
})
