import { z } from 'zod'
import { CommandError } from '../command-error.ts'
import type { Dialect } from './dialect.ts'
import type { Policy, Reply } from './policy.ts'
import { type Data, isData, parsePythonJson } from './python-json.ts'

const RETRIES = 3
const RETRY_MS = 500
const TIMEOUT_MS = 120_000

const SYSTEM_PROMPT =
  'You act in an environment through tools. In each turn read the last observation and call one tool, with arguments it accepts.'

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z.array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) })).nullish(),
        }),
      }),
    )
    .min(1),
})

export interface ChatModel {
  /** Base URL of an OpenAI-compatible server; `/v1` is added where it has no path. */
  readonly endpoint: string
  readonly model: string
  readonly temperature: number
  readonly maxTokens: number
  readonly apiKey: string | undefined
}

/** A model behind any endpoint that speaks OpenAI's chat completions with tools. */
export function modelPolicy(model: ChatModel): Policy {
  const url = `${baseOf(model.endpoint)}/chat/completions`
  return (_seed, dialect) => async (messages, _turn, signal) => {
    const body = {
      model: model.model,
      messages: [{ role: 'system', content: SYSTEM_PROMPT }, ...messages],
      max_tokens: model.maxTokens,
      temperature: model.temperature,
      tools: dialect.tools.map(toFunction),
    }
    return toReply(await post(url, { body, apiKey: model.apiKey, signal }))
  }
}

function baseOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.username !== '')
    throw new CommandError(`--endpoint takes an http URL without a query or a password, not "${endpoint}".`, { exitCode: 2 })
  return url.pathname === '/' ? `${url.origin}/v1` : url.href.replace(/\/+$/, '')
}

function toFunction({ name, description, input_schema }: Dialect['tools'][number]) {
  return { type: 'function', function: { name, description, parameters: input_schema } }
}

function toReply({ choices: [choice] }: z.output<typeof completion>): Reply {
  const message = choice?.message
  const calls = (message?.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
    id,
    name,
    input: readInput(name, text),
  }))
  return { content: message?.content ?? '', calls }
}

function readInput(name: string, text: string): Data {
  try {
    const input = parsePythonJson(text)
    if (isData(input)) return input
  } catch {}
  throw new CommandError(`The model called ${name} with arguments that are no JSON object: ${text.slice(0, 200)}`)
}

interface Request {
  readonly body: object
  readonly apiKey: string | undefined
  readonly signal: AbortSignal
}

/** Asks again, later each time, where the server is busy (429, 5xx) or cut the connection. */
async function post(url: string, { body, apiKey, signal }: Request): Promise<z.output<typeof completion>> {
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch((error: unknown) => error)
    const isBusy = !(response instanceof Response) || response.status === 429 || response.status >= 500
    if (isBusy && attempt < RETRIES && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * 2 ** attempt))
      continue
    }
    if (!(response instanceof Response)) throw new CommandError(`${url} does not answer.`, { cause: response })
    if (!response.ok) throw new CommandError(`${url} answers ${response.status}: ${(await response.text()).slice(0, 200)}`)
    const { success, data } = completion.safeParse(await response.json())
    if (!success) throw new CommandError(`${url} answers no chat completion.`)
    return data
  }
}
