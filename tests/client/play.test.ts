import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, OpenEnvError } from '../../client/index.ts'
import type { gridWorld } from '../../environments/grid-world.ts'
import { type Runtime, startRuntime } from '../interop/runtime.ts'
import { placeOf, walk } from './walk.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime()
})
afterAll(() => runtime.stop())

function join(path: string): string {
  return new URL(path, runtime.url).href
}

test('an episode is played to its end, every value right', async () => {
  await using env = await connect<typeof gridWorld>(join('/envs/grid_world'))
  const { moves, places } = walk(30)
  expect(await env.reset({ seed: 7 })).toMatchObject({ observation: { x: 0, y: 0 }, reward: 0, done: false, metadata: {} })
  const seen = []
  for (const action of moves) seen.push(placeOf(await env.step({ action })))
  expect(seen).toEqual(places)
  expect(await env.state()).toMatchObject({ stepCount: 30, episodeId: expect.any(String) })
})

test('an episode id and a seed beyond 2^53 reach the server', async () => {
  await using env = await connect<typeof gridWorld>(join('/envs/grid_world'))
  await env.reset({ seed: 2n ** 64n, episodeId: 'mine' })
  expect(await env.state()).toMatchObject({ episodeId: 'mine', stepCount: 0 })
})

test('calls made at once are answered in their order', async () => {
  await using env = await connect<typeof gridWorld>(join('/envs/grid_world'))
  const { moves, places } = walk(20)
  const [, ...turns] = await Promise.all([env.reset(), ...moves.map((action) => env.step({ action }))])
  expect(turns.map(placeOf)).toEqual(places)
})

test.for(['http', 'ws'])('every form of base_url is taken: %s', async (scheme) => {
  const base = join('/envs/grid_world').replace(/^http/, scheme)
  for (const url of [base, `${base}/`, `${base}/ws`, new URL(base), `${base}/s/forms`, `${base}/s/ws`, `${base}/s/forms/ws`]) {
    await using env = await connect<typeof gridWorld>(url)
    expect((await env.reset()).observation).toMatchObject({ x: 0, y: 0 })
  }
})

test('a URL without a scheme is one of this network, as for stock clients', async () => {
  await using env = await connect<typeof gridWorld>(join('/envs/grid-world').replace('http://', ''))
  expect((await env.reset()).observation).toMatchObject({ x: 0, y: 0 })
})

test('the root is the default environment', async () => {
  await using env = await connect(runtime.url)
  expect(await env.state()).toMatchObject({ stepCount: 0 })
})

test('the error of a server is thrown with its code and details, and the session goes on', async () => {
  await using env = await connect<typeof gridWorld>(join('/envs/grid_world'))
  await env.reset()
  const wrong: object = { action: 'JUMP' }
  const error: unknown = await env.step(wrong as { action: 'UP' }).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(OpenEnvError)
  expect(error).toMatchObject({ code: 'VALIDATION_ERROR', message: 'Invalid message', details: { errors: [{ loc: ['action'] }] } })
  expect(placeOf(await env.step({ action: 'DOWN' }))).toEqual({ x: 1, y: 0, reward: -0.1, done: false })
})

test('a step before the first reset is an error that says so', async () => {
  await using env = await connect<typeof gridWorld>(join('/envs/grid_world'))
  await expect(env.step({ action: 'UP' })).rejects.toMatchObject({ code: 'EXECUTION_ERROR', message: expect.stringMatching(/reset/i) })
})

test('a named session is continued by the next client', async () => {
  const url = join('/envs/grid_world/s/continued')
  {
    await using env = await connect<typeof gridWorld>(url)
    await env.reset()
    await env.step({ action: 'DOWN' })
  }
  await using env = await connect<typeof gridWorld>(url)
  expect(placeOf(await env.step({ action: 'DOWN' }))).toMatchObject({ x: 2, y: 0 })
})

test('a request id of its own, sent again, returns the stored answer', async () => {
  const url = join('/envs/grid_world/s/own-ids')
  for (const isFirst of [true, false]) {
    await using env = await connect<typeof gridWorld>(url)
    if (isFirst) await env.reset()
    expect((await env.step({ action: 'DOWN' }, { requestId: 'step 1' })).observation.x).toBe(1)
    expect((await env.state()).stepCount).toBe(1)
  }
})

test('a client that was displaced is told once and for all, and does not come back by itself', async () => {
  const url = join('/envs/grid_world/s/displaced')
  await using first = await connect<typeof gridWorld>(url)
  await first.reset()
  await using second = await connect<typeof gridWorld>(url)
  await second.step({ action: 'DOWN' })
  for (const call of [() => first.step({ action: 'DOWN' }), () => first.reset(), () => first.state()]) {
    await expect(call()).rejects.toMatchObject({ code: 'SESSION_TAKEN' })
  }
  expect(await second.state()).toMatchObject({ stepCount: 1 })
})

test('nothing listens: connecting fails at once and says what to check', async () => {
  await expect(connect('http://127.0.0.1:1/envs/grid_world/s/key')).rejects.toMatchObject({
    code: 'SESSION_ERROR',
    message: expect.stringContaining('ws://127.0.0.1:1'),
  })
})

test('a lazy client connects with its first call', async () => {
  const lost = await connect<typeof gridWorld>('http://127.0.0.1:1', { lazy: true })
  await expect(lost.reset()).rejects.toMatchObject({ code: 'SESSION_ERROR' })
  await using env = await connect<typeof gridWorld>(join('/envs/grid_world'), { lazy: true })
  expect((await env.reset()).done).toBe(false)
})

test('a closed client refuses every call', async () => {
  const env = await connect<typeof gridWorld>(join('/envs/grid_world'))
  await env.close()
  await expect(env.reset()).rejects.toMatchObject({ name: 'AbortError' })
})

test('only http and ws URLs are connected to', async () => {
  await expect(connect('ftp://host/envs/echo')).rejects.toThrow(TypeError)
})
