import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { build } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Runtime, startRuntime } from '../interop/runtime.ts'
import { startCuttingProxy } from './cutting-proxy.ts'
import { placeOf, walk } from './walk.ts'

/** Debian's package `chromium`; another browser can be named. */
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
/** Without these, Chromium looks for its maker's servers at every start. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync']

/** A page that has the client as `connect`, as a bundler gives it to a page. */
async function servePage(): Promise<{ url: string; close(): void }> {
  const { outputFiles } = await build({
    stdin: { contents: "import { connect } from './client/index.ts'; globalThis.connect = connect", resolveDir: '.' },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
  })
  const html = `<!doctype html><title>client</title><script>${outputFiles[0]?.text}</script>`
  const server = createServer((_request, response) => void response.setHeader('content-type', 'text/html').end(html))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The page has no port.')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}

/** Plays moves in the page and brings back what the page saw. */
async function playInPage(page: Page, url: string, moves: readonly string[]) {
  return page.evaluate(
    async ([url, moves]) => {
      const { connect } = globalThis as unknown as { connect: typeof import('../../client/index.ts').connect }
      type GridWorld = typeof import('../../environments/grid-world.ts').gridWorld
      const env = await connect<GridWorld>(url)
      await env.reset({ seed: 1 })
      const turns = []
      for (const action of moves) turns.push(await env.step({ action: action as 'UP' }))
      const { stepCount } = await env.state()
      await env.close()
      return { turns, stepCount }
    },
    [url, moves] as const,
  )
}

describe.skipIf(!existsSync(CHROMIUM))('in a browser', () => {
  let runtime: Runtime
  let browser: Browser
  let served: { url: string; close(): void }
  let page: Page
  beforeAll(async () => {
    runtime = await startRuntime({ memory: true })
    served = await servePage()
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
    page = await browser.newPage()
    await page.goto(served.url)
  })
  afterAll(async () => {
    await browser?.close()
    served?.close()
    await runtime?.stop()
  })

  test('a page plays an episode', async () => {
    const { moves, places } = walk(20)
    const { turns, stepCount } = await playInPage(page, `${runtime.url}/envs/grid_world`, moves)
    expect(turns.map(placeOf)).toEqual(places)
    expect(stepCount).toBe(20)
  })

  test('a page on a named session takes every step exactly once over a network that breaks', async () => {
    await using proxy = await startCuttingProxy(runtime.url)
    proxy.plan('lose answer', 'lose request', 'lose answer')
    const { moves, places } = walk(10)
    const { turns, stepCount } = await playInPage(page, `${proxy.url}/envs/grid_world/s/page`, moves)
    expect(turns.map(placeOf)).toEqual(places)
    expect(stepCount).toBe(10)
    expect(proxy.opened).toHaveLength(4)
  })
})
