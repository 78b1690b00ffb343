import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

/** A language model behind an API of OpenAI's shape, whose answers are a function of the last message. */
export interface ModelServer extends AsyncDisposable {
  /** `/v1` included. */
  readonly url: string
  /** How often it was asked. */
  readonly count: number
}

const Question = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })).min(1),
  stream: z.boolean().default(false),
})

/** The text of a message: a string, or parts of which one is text. */
const Content = z.union([z.string(), z.tuple([z.object({ text: z.string() })]).transform(([part]) => part.text)])

export async function startModelServer(answer: (message: string) => string): Promise<ModelServer> {
  let count = 0
  const server = createServer(async (request, response) => {
    const { messages, stream } = Question.parse(await json(request))
    const content = answer(Content.parse(messages.at(-1)?.content))
    count++
    const common = { id: `answer-${count}`, created: 0, model: 'scripted' }
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    if (!stream) {
      const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ ...common, object: 'chat.completion', choices: [choice], usage }))
      return
    }
    response.setHeader('content-type', 'text/event-stream')
    const choice = { index: 0, delta: { role: 'assistant', content }, finish_reason: 'stop' }
    response.end(`data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices: [choice], usage })}\n\ndata: [DONE]\n\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get count() {
      return count
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
