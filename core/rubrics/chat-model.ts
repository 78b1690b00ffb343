import type { Context } from '../environment.ts'
import { isPlainObject, type Json } from '../json.ts'
import { askService, fault } from './ask.ts'
import type { LanguageModel } from './judge.ts'

export interface ChatModelOptions {
  /** Of the API, `/v1` included (`/chat/completions` is added), or a function that tells it. */
  readonly url: string | ((context: Context) => string)
  readonly model: string
  /** Name of the deployment's secret that is sent as a bearer token; default: none is. */
  readonly secret?: string
  readonly system?: string
  /** Default 0. */
  readonly temperature?: number
  /** Default 512. */
  readonly maxTokens?: number
  /** For the whole answer; default 60,000 ms. */
  readonly timeoutMs?: number
}

const TITLE = 'The language model'

/** A language model behind an API of OpenAI's shape: OpenAI, vLLM, Ollama and most others. A fault of it is an error, never a text. */
export function createChatModel(options: ChatModelOptions): LanguageModel {
  const { url, model, secret, system, temperature = 0, maxTokens = 512, timeoutMs = 60_000 } = options
  const before = system === undefined ? [] : [{ role: 'system', content: system }]
  return async (prompt, context) => {
    const base = typeof url === 'function' ? url(context) : url
    const service = { title: TITLE, url: `${base.replace(/\/+$/, '')}/chat/completions`, secret, timeoutMs }
    const messages = [...before, { role: 'user', content: prompt }]
    return readAnswer(await askService(service, { model, messages, temperature, max_tokens: maxTokens }, context))
  }
}

function readAnswer(answer: Json): string {
  const choices = isPlainObject(answer) ? answer.choices : undefined
  const [choice] = Array.isArray(choices) ? choices : []
  const message = isPlainObject(choice) ? choice.message : undefined
  const content = isPlainObject(message) ? message.content : undefined
  if (typeof content !== 'string') throw fault(`${TITLE} answered without a message.`)
  return content
}
