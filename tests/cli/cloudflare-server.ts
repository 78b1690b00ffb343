import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { WebSocketServer } from 'ws'
import { Account } from './cloudflare-account.ts'
import { NOTHING_YET, workerOptions } from './cloudflare-upload.ts'

/** A stand-in of Cloudflare's API, of which wrangler's commands need the part in platform.md 10. It runs what is uploaded. */
export interface Cloudflare {
  /** Environment variables that make wrangler talk to it. */
  readonly env: Readonly<Record<string, string>>
  /** Where the deployed worker answers. */
  readonly url: string
  readonly account: Account
  /** Sends an event to every log stream that is open; resolves with how many there are. */
  log(event: object): number
  stop(): Promise<void>
}

export async function createCloudflare(): Promise<Cloudflare> {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'))
  const platform = new Miniflare(workerOptions(NOTHING_YET, { secrets: new Map(), assets: new Map() }, folder))
  await platform.ready
  const url = String(await platform.unsafeGetDirectURL())

  const account = new Account(() => platform.setOptions(workerOptions(account.latest ?? NOTHING_YET, account, folder)))
  const api = createServer(async (request, response) => {
    try {
      const { status, result, errors } = await account.answer(request)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ success: status < 400, errors: errors ?? [], messages: [], result }))
    } catch (error) {
      response.destroy(error as Error)
    }
  })
  const tails = new WebSocketServer({ server: api, handleProtocols: () => 'trace-v1' })
  // wrangler leaves without a closing frame.
  tails.on('connection', (socket) => socket.on('error', () => socket.terminate()))
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const { port } = api.address() as AddressInfo
  account.tailUrl = `ws://127.0.0.1:${port}/tail`
  return {
    env: { CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`, CLOUDFLARE_API_TOKEN: 'stand-in', CLOUDFLARE_ACCOUNT_ID: 'account' },
    url: url.replace(/\/$/, ''),
    account,
    log(event) {
      for (const socket of tails.clients) socket.send(JSON.stringify(event))
      return tails.clients.size
    },
    async stop() {
      for (const socket of tails.clients) socket.terminate()
      api.closeAllConnections()
      api.close()
      await platform.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
