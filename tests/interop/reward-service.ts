import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A reward service and a language model on the loopback, with every fault that a client of either must bear. */
export interface RewardService extends AsyncDisposable {
  readonly url: string
  /** Bodies of the questions so far. */
  readonly asked: readonly unknown[]
}

type Answer = (response: ServerResponse) => void

const ANSWERS: Readonly<Record<string, Answer>> = {
  '/ok': (response) => response.end('{"score":0.25,"parts":{"style":1,"why":"no number"}}'),
  '/500': (response) => response.writeHead(500).end('{"score":1}'),
  '/nan': (response) => response.end('{"score":NaN}'),
  '/infinite': (response) => response.end('{"score":1e999}'),
  '/null': (response) => response.end('{"score":null}'),
  '/text': (response) => response.end('{"score":"1"}'),
  '/bare': (response) => response.end('1'),
  '/html': (response) => response.end('<html>1</html>'),
  '/hang': () => {},
  '/stall': (response) => response.writeHead(200).write('{"score":'),
  '/break': (response) => void response.writeHead(200, { 'content-length': '100' }).write('{"score":1}', () => response.destroy()),
  '/v1/chat/completions': (response) => response.end('{"choices":[{"message":{"content":"Score: 0.75 of 1"}}]}'),
}

export async function startRewardService(): Promise<RewardService> {
  const asked: unknown[] = []
  const server = createServer(async (request, response) => {
    asked.push(JSON.parse(await text(request)))
    const answer = ANSWERS[request.url ?? '']
    if (answer === undefined) response.writeHead(404).end()
    else answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
