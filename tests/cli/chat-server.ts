import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

const request = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.string() })) })

export type ChatRequest = z.output<typeof request> & Readonly<Record<string, unknown>>

/** A model that follows a script, behind OpenAI's chat completions on a free port of this machine. It calls one tool a turn. */
export async function startChatServer(
  choose: (request: ChatRequest) => { name: string; input: object },
): Promise<{ url: string; requests: ChatRequest[]; refuseNext(): void }> {
  const requests: ChatRequest[] = []
  let isBusy = false
  const server = createServer(async (incoming, response) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    if (isBusy) {
      isBusy = false
      response.writeHead(429).end()
      return
    }
    const body = z.looseObject(request.shape).parse(JSON.parse(text))
    requests.push(body)
    answer(response, choose(body), body.messages.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, refuseNext: () => (isBusy = true) }
}

function answer(response: ServerResponse, { name, input }: { name: string; input: object }, turn: number): void {
  const call = { id: `turn-${turn}`, type: 'function', function: { name, arguments: JSON.stringify(input) } }
  const message = { role: 'assistant', content: `Turn ${turn} – naïve`, tool_calls: [call] }
  const choices = [{ index: 0, finish_reason: 'tool_calls', message }]
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id: 'one', object: 'chat.completion', created: 1, model: 'scripted', choices }))
}

/** The first legal move in what the model was told last. */
export function firstLegal({ messages }: ChatRequest): { name: string; input: object } {
  const [, action] = /legal[_ ]actions"?: \[(\d+)/i.exec(messages.at(-1)?.content ?? '') ?? []
  return { name: 'play_move', input: { action_id: Number(action) } }
}
