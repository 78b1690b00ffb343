import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../client/index.ts'
import { createRng } from '../../core/index.ts'
import type { gridWorld } from '../../environments/grid-world.ts'
import { type Runtime, startRuntime } from '../interop/runtime.ts'
import { type CuttingProxy, type Fault, startCuttingProxy } from './cutting-proxy.ts'
import { placeOf, walk } from './walk.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime()
})
afterAll(() => runtime.stop())

async function connectThrough(proxy: CuttingProxy, path: string, options = {}) {
  return connect<typeof gridWorld>(`${proxy.url}/envs/grid_world${path}`, options)
}

const MISHAPS: readonly Fault[][] = [['lose answer'], ['lose request'], ['lose answer', 'lose answer', 'lose request', 'lose answer']]

test.for(MISHAPS)('on a named session no step is lost or applied twice: %s', async (...args) => {
  const [mishap] = args
  await using proxy = await startCuttingProxy(runtime.url)
  await using env = await connectThrough(proxy, `/s/${mishap.join('-').replaceAll(' ', '-')}`)
  const { moves, places } = walk(12)
  proxy.plan(...mishap)
  await env.reset({ seed: 1 })
  const seen = []
  for (const action of moves) {
    proxy.plan(...mishap)
    seen.push(placeOf(await env.step({ action })))
  }
  expect(seen).toEqual(places)
  expect(await env.state()).toMatchObject({ stepCount: moves.length })
})

test('faults drawn at random, one in three exchanges, change nothing for clients that play side by side', {
  timeout: 120_000,
}, async () => {
  const { moves, places } = walk(100)
  async function play(seed: number): Promise<void> {
    await using proxy = await startCuttingProxy(runtime.url)
    await using env = await connectThrough(proxy, `/s/random-${seed}`)
    const rng = createRng(seed)
    await env.reset({ seed })
    for (const [index, action] of moves.entries()) {
      const faults = Array.from({ length: rng.integer(0, 2) }, () => rng.choice<Fault>(['lose answer', 'lose request']))
      if (rng.random() < 1 / 3) proxy.plan(...faults)
      expect(placeOf(await env.step({ action })), `seed ${seed}, step ${index}`).toEqual(places[index])
    }
    expect(await env.state()).toMatchObject({ stepCount: moves.length })
  }
  await Promise.all([1, 2, 3, 4].map(play))
})

test('a lost answer is asked for again with the same id, by the same client', async () => {
  await using proxy = await startCuttingProxy(runtime.url)
  await using env = await connectThrough(proxy, '/s/same-id')
  await env.reset()
  proxy.plan('lose answer')
  await env.step({ action: 'DOWN' })
  const [reset, step, again] = proxy.passed
  expect(again).toBe(step)
  expect(step).toMatch(/"request_id":"[0-9-]+-2"/)
  expect(reset).toMatch(/"request_id":"[0-9-]+-1"/)
  expect(proxy.opened).toHaveLength(2)
  expect(proxy.opened[0]).toMatch(/\?client=[0-9-]+$/)
  expect(proxy.opened[1]).toBe(proxy.opened[0])
})

test('a named session whose socket broke between two calls goes on', async () => {
  await using proxy = await startCuttingProxy(runtime.url)
  await using env = await connectThrough(proxy, '/s/idle')
  await env.reset()
  await env.step({ action: 'DOWN' })
  proxy.cut()
  await proxy.idle()
  expect((await env.step({ action: 'DOWN' })).observation.x).toBe(2)
})

test.for<Fault>(['lose answer', 'lose request'])('without a name a lost socket is an error until the next reset: %s', async (mishap) => {
  await using proxy = await startCuttingProxy(runtime.url)
  await using env = await connectThrough(proxy, '')
  await env.reset()
  proxy.plan(mishap)
  for (const call of [() => env.step({ action: 'DOWN' }), () => env.step({ action: 'DOWN' }), () => env.state()]) {
    await expect(call()).rejects.toMatchObject({ code: 'SESSION_ERROR', message: expect.stringMatching(/reset.*\/s\/<key>/) })
  }
  expect(proxy.opened).toHaveLength(1)
  await env.reset()
  expect((await env.step({ action: 'DOWN' })).observation.x).toBe(1)
  expect(proxy.passed.join()).not.toContain('request_id')
})

test('without a name, a socket that broke between two calls is no silent fresh episode either', async () => {
  await using proxy = await startCuttingProxy(runtime.url)
  await using env = await connectThrough(proxy, '')
  await env.reset()
  proxy.cut()
  await proxy.idle()
  await expect(env.step({ action: 'DOWN' })).rejects.toMatchObject({ code: 'SESSION_ERROR' })
  expect(await env.reset()).toMatchObject({ done: false })
})

test('an answer that never comes ends the call when its time is up, and is never taken for a later one', async () => {
  await using proxy = await startCuttingProxy(runtime.url)
  await using env = await connectThrough(proxy, '/s/silent')
  await env.reset()
  proxy.plan('stay silent')
  await expect(env.step({ action: 'DOWN' }, { timeoutMs: 20 })).rejects.toMatchObject({ name: 'TimeoutError' })
  const { stepCount } = await env.state()
  expect((await env.step({ action: 'DOWN' })).observation.x).toBe(stepCount + 1)
})

test('a call that is given up throws the reason of its signal, also while it queues', async () => {
  await using proxy = await startCuttingProxy(runtime.url)
  await using env = await connectThrough(proxy, '/s/given-up')
  await env.reset()
  proxy.plan('stay silent')
  const controller = new AbortController()
  const running = env.step({ action: 'DOWN' })
  const queued = env.step({ action: 'RIGHT' }, { signal: controller.signal })
  controller.abort(new Error('no longer wanted'))
  await expect(queued).rejects.toThrow('no longer wanted')
  await env.close()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  expect(proxy.passed.join()).not.toContain('RIGHT')
})

test("the client's own signal closes it, with all that waits", async () => {
  await using proxy = await startCuttingProxy(runtime.url)
  const controller = new AbortController()
  const env = await connectThrough(proxy, '/s/signal', { signal: controller.signal })
  proxy.plan('stay silent')
  const calls = [env.reset(), env.step({ action: 'UP' })]
  controller.abort(new Error('training stopped'))
  for (const call of calls) await expect(call).rejects.toThrow('training stopped')
  await expect(env.state()).rejects.toThrow('training stopped')
  await proxy.idle()
})

test('the token travels in the path, before the environment', async () => {
  await using proxy = await startCuttingProxy(runtime.url)
  const env = await connectThrough(proxy, '/s/token', { token: 'a/b c' }).catch(() => undefined)
  await env?.close()
  expect(proxy.opened[0]).toMatch(/^\/t\/a%2Fb%20c\/envs\/grid_world\/s\/token\/ws\?client=/)
})
