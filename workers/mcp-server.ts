import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Json, modeOf, parseJson, printJson, RpcError, readRpcJson, rpcErrorText, type ToolDescription } from '../core/internal.ts'
import { closeSession, sessionUrl } from '../durable-objects/index.ts'
import { withAllDigits } from './exact-json.ts'
import { answerRpcText, type RpcPlace } from './json-rpc.ts'
import { createSession, findSession, freeOwner } from './session-stub.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const SESSION_HEADER = 'mcp-session-id'

const AnyJson = z.custom<Json>()

/** What `tools/call` of OpenEnv's JSON-RPC answers, as far as MCP needs it. */
const Answer = z.union([
  z.object({
    result: z.object({
      content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
      structured_content: z.record(z.string(), AnyJson),
      meta: z.record(z.string(), z.json()).nullable(),
    }),
  }),
  z.object({ error: z.object({ message: z.string() }) }),
])

const Message = z.object({ method: z.string(), params: z.object({ arguments: AnyJson.optional() }).optional().catch(undefined) })

/**
 * Real MCP over streamable HTTP. The episode is that of the URL's key, else of the session that `initialize` made and that the client
 * names in each request since (`Mcp-Session-Id`), else each call's own.
 */
export async function answerMcp(place: RpcPlace, request: Request): Promise<Response> {
  const sessionId = request.headers.get(SESSION_HEADER) ?? undefined
  const isBound = place.address.key === undefined && sessionId !== undefined
  if (request.method === 'DELETE')
    return isBound ? endSession(place, sessionId) : new Response(null, { status: 405, headers: { allow: 'POST' } })
  const message = await messageOf(request)
  if (message instanceof RpcError) return new Response(rpcErrorText(message), { status: 400, headers: JSON_TYPE })
  const { method, params } = message ?? {}
  if (isBound && method !== undefined && method !== 'initialize' && !(await exists(place, sessionId))) return gone(sessionId)
  const handler = createMcpHandler(() => createServer(place, sessionId, params?.arguments))
  const response = await handler.fetch(request)
  if (method !== 'initialize' || !response.ok || place.address.key !== undefined) return response
  const headers = new Headers(response.headers)
  headers.set(SESSION_HEADER, await createSession(place.bindings, place.environment, place.address))
  return new Response(response.body, { status: response.status, headers })
}

/** What a request says, with all the digits of its integers; undefined for what is no message, an error for what is no JSON. */
async function messageOf(request: Request): Promise<z.output<typeof Message> | RpcError | undefined> {
  if (request.method !== 'POST') return undefined
  try {
    return Message.safeParse(readRpcJson(await request.clone().text())).data
  } catch (error) {
    if (error instanceof RpcError) return error
    throw error
  }
}

async function endSession({ bindings, environment, address }: RpcPlace, sessionId: string): Promise<Response> {
  const closing = await closeSession(bindings, sessionId, freeOwner(environment, address))
  return closing === undefined ? gone(sessionId) : new Response(null, { status: 204 })
}

/** The specification's word for "initialize again" is 404. */
function gone(sessionId: string): Response {
  const error = { code: -32001, message: `Unknown session: ${sessionId}. It was closed or has expired; initialize again.` }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 })
}

async function exists({ bindings, environment, address }: RpcPlace, sessionId: string): Promise<boolean> {
  const found = findSession(bindings, environment, address, sessionId)
  const answer = await found?.stub.fetch(sessionUrl('exists', found.address))
  return answer?.ok === true
}

function createServer(place: RpcPlace, sessionId: string | undefined, given: Json = {}): Server {
  const { environment, bindings } = place
  const { name, version, description = name } = environment
  const tools = environment.tools?.list(modeOf(environment, bindings.OPENENV_MODE)) ?? []
  const server = new Server({ name, version }, { capabilities: { tools: {} }, instructions: description })
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(toolEntry) }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    if (!tools.some((tool) => tool.name === params.name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    }
    const session = sessionId === undefined || place.address.key !== undefined ? {} : { session_id: sessionId }
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: params.name, arguments: given, ...session },
    }
    return toolResult(Answer.parse(parseJson(await answerRpcText(place, printJson(call)))))
  })
  return server
}

function toolEntry({ name, description, inputSchema, outputSchema }: ToolDescription) {
  const input = { ...inputSchema, type: 'object' as const }
  const output = outputSchema === null ? {} : { outputSchema: { ...outputSchema, type: 'object' as const } }
  return { name, description, inputSchema: input, ...output }
}

/** A failed tool is a result that says so, not a protocol error: the model is to read it. */
function toolResult(answer: z.output<typeof Answer>) {
  if ('error' in answer) return { content: [{ type: 'text' as const, text: answer.error.message }], isError: true }
  const { content, structured_content: structuredContent, meta } = answer.result
  return {
    content,
    structuredContent: withAllDigits(structuredContent) as Record<string, unknown>,
    ...(meta === null ? {} : { _meta: meta }),
  }
}
