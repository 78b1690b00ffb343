import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Runtime, startRuntime } from '../interop/runtime.ts'
import { startCuttingProxy } from './cutting-proxy.ts'
import { placeOf, walk } from './walk.ts'

/** A Worker as a user writes one: it plays the moves that it is sent, on the URL that it is sent. */
const WORKER = `
  import { connect, OpenEnvError } from './client/index.ts'
  export default {
    async fetch(request) {
      const { url, moves } = await request.json()
      try {
        await using env = await connect(url, { timeoutMs: 20_000 })
        await env.reset({ seed: 1 })
        const turns = []
        for (const action of moves) turns.push(await env.step({ action }))
        const { stepCount } = await env.state()
        return Response.json({ turns, stepCount })
      } catch (error) {
        return Response.json({ name: error.name, code: error.code, isTyped: error instanceof OpenEnvError })
      }
    }
  }`

let runtime: Runtime
let miniflare: Miniflare
beforeAll(async () => {
  runtime = await startRuntime({ memory: true })
  const { outputFiles } = await build({
    stdin: { contents: WORKER, resolveDir: '.', loader: 'ts' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: [{ type: 'ESModule', path: 'main.js', contents: outputFiles[0]?.text ?? '' }],
      compatibilityDate: '2026-11-01',
      cf: false,
      telemetry: { enabled: false },
    }),
  )
  await miniflare.ready
})
afterAll(async () => {
  await miniflare?.dispose()
  await runtime?.stop()
})

async function playInWorker(url: string, moves: readonly string[]) {
  const response = await miniflare.dispatchFetch('http://worker/', { method: 'POST', body: JSON.stringify({ url, moves }) })
  return (await response.json()) as { turns: Parameters<typeof placeOf>[0][]; stepCount: number }
}

test('a Worker plays an episode', async () => {
  const { moves, places } = walk(20)
  const { turns, stepCount } = await playInWorker(`${runtime.url}/envs/grid_world`, moves)
  expect(turns.map(placeOf)).toEqual(places)
  expect(stepCount).toBe(20)
})

test('a Worker on a named session takes every step exactly once over a network that breaks', async () => {
  await using proxy = await startCuttingProxy(runtime.url)
  proxy.plan('lose answer', 'lose request', 'lose answer')
  const { moves, places } = walk(10)
  const { turns, stepCount } = await playInWorker(`${proxy.url}/envs/grid_world/s/worker`, moves)
  expect(turns.map(placeOf)).toEqual(places)
  expect(stepCount).toBe(10)
  expect(proxy.opened).toHaveLength(4)
})

test('a Worker is told what went wrong: a refused action, a lost socket, nothing there', async () => {
  const refused = { name: 'OpenEnvError', code: 'VALIDATION_ERROR', isTyped: true }
  expect(await playInWorker(`${runtime.url}/envs/grid_world`, ['JUMP'])).toEqual(refused)
  const lost = { name: 'OpenEnvError', code: 'SESSION_ERROR', isTyped: true }
  expect(await playInWorker('http://127.0.0.1:1', [])).toEqual(lost)
  await using proxy = await startCuttingProxy(runtime.url)
  proxy.plan('lose answer')
  expect(await playInWorker(`${proxy.url}/envs/grid_world`, ['UP'])).toEqual(lost)
})
