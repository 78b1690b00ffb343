import { once } from 'node:events'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

/** What may go wrong with the next exchange: the request is lost, or its answer, or the answer just never comes. */
export type Fault = 'lose request' | 'lose answer' | 'stay silent'

/** A network that fails where a test wants it to, in front of a runtime that knows nothing of it. */
export interface CuttingProxy extends AsyncDisposable {
  readonly url: string
  /** Path and query of every socket that was opened. */
  readonly opened: readonly string[]
  /** Frames that reached the runtime, in order. */
  readonly passed: readonly string[]
  /** Faults of the exchanges to come, in order; after them all goes well. */
  plan(...faults: readonly Fault[]): void
  /** Cuts every socket, as a broken network does: without a close frame. */
  cut(): void
  /** Resolves when no socket is open any more. */
  idle(): Promise<void>
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const opened: string[] = []
  const passed: string[] = []
  const faults: Fault[] = []

  server.on('connection', (client, request) => {
    opened.push(String(request.url))
    const upstream = new WebSocket(target.replace(/^http/, 'ws') + request.url)
    const isOpen = new Promise<void>((resolve) => void upstream.once('open', resolve))
    let pending: Fault | undefined
    client.on('message', async (data: RawData) => {
      pending = faults.shift()
      if (pending === 'lose request') return client.terminate()
      await isOpen
      passed.push(String(data))
      upstream.send(String(data))
    })
    upstream.on('message', (data: RawData) => {
      if (pending === 'lose answer') client.terminate()
      else if (pending === undefined) client.send(String(data))
    })
    client.on('close', () => upstream.terminate())
    upstream.on('error', () => client.terminate())
    upstream.on('close', (code) => (code > 1000 && code !== 1005 && code !== 1006 ? client.close(code) : client.terminate()))
  })

  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The proxy has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    opened,
    passed,
    plan: (...next) => void faults.push(...next),
    cut: () => server.clients.forEach((client) => void client.terminate()),
    idle: async () =>
      void (await Promise.all([...server.clients].map((client) => client.readyState === WebSocket.CLOSED || once(client, 'close')))),
    async [Symbol.asyncDispose]() {
      for (const client of server.clients) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
