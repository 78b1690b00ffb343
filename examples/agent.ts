import { type Client, connect, OpenEnvError } from 'openenv-edge/client'
import type { echo } from 'openenv-edge/environments'

/**
 * A language model that uses an environment's tools, over any endpoint that speaks OpenAI's chat completions:
 *
 *     MODEL_URL=http://127.0.0.1:11434/v1 MODEL=qwen3 node agent.ts http://127.0.0.1:8000/envs/echo/s/agent-1 "Say hello through a tool."
 */
const { MODEL_URL = 'http://127.0.0.1:11434/v1', MODEL = 'qwen3', MODEL_KEY = '' } = process.env
const MAX_TURNS = 10

interface ToolCall {
  readonly id: string
  readonly function: { readonly name: string; readonly arguments: string }
}
interface Message {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: string | null
  readonly tool_calls?: readonly ToolCall[]
  readonly tool_call_id?: string
}

async function complete(messages: readonly Message[], tools: readonly object[]): Promise<Message> {
  const response = await fetch(`${MODEL_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${MODEL_KEY}` },
    body: JSON.stringify({ model: MODEL, messages, tools }),
  })
  if (!response.ok) throw new Error(`The model answered ${response.status}: ${await response.text()}`)
  const { choices } = (await response.json()) as { choices: readonly { message: Message }[] }
  const [choice] = choices
  if (choice === undefined) throw new Error('The model chose to say nothing.')
  return choice.message
}

/** What the model is told of a tool call. It may do better after an error, so that one is no end. */
async function answerCall(env: Client<typeof echo>, { id, function: call }: ToolCall): Promise<Message> {
  try {
    const { result, reward } = await env.callTool(call.name, JSON.parse(call.arguments))
    console.log(`${call.name}(${call.arguments}) → ${JSON.stringify(result)}, reward ${reward}`)
    return { role: 'tool', tool_call_id: id, content: JSON.stringify(result) }
  } catch (error) {
    if (!(error instanceof OpenEnvError || error instanceof SyntaxError)) throw error
    console.log(`${call.name}(${call.arguments}) failed: ${error.message}`)
    return { role: 'tool', tool_call_id: id, content: error.message }
  }
}

async function solve(url: string, task: string): Promise<string> {
  await using env = await connect<typeof echo>(url)
  await env.reset()
  const tools = (await env.listTools()).map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }))
  const messages: Message[] = [{ role: 'user', content: task }]
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const answer = await complete(messages, tools)
    messages.push(answer)
    if (answer.tool_calls === undefined || answer.tool_calls.length === 0) return answer.content ?? ''
    for (const call of answer.tool_calls) messages.push(await answerCall(env, call))
  }
  throw new Error(`No answer after ${MAX_TURNS} turns.`)
}

const [url, task] = process.argv.slice(2)
if (url === undefined || task === undefined) {
  console.error('Usage: node agent.ts <url of a tool environment> <task>')
  process.exitCode = 2
} else {
  console.log(await solve(url, task))
}
