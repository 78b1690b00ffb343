import type { ToolReply } from './backend.ts'
import { messageOf, OpenEnvError } from './errors.ts'
import { isPlainObject, type Json, type JsonObject } from './json.ts'
import { JsonSyntaxError, parseClientJson, UnkeepableJsonError } from './json-parse.ts'
import { printJson } from './json-text.ts'
import { validationText } from './python-text.ts'
import type { Issue } from './schema/issue.ts'
import type { ToolCall, ToolDescription } from './tool.ts'

/** A request of OpenEnv's JSON-RPC (contract 1.5), checked. */
export interface RpcRequest {
  readonly id: string | number | bigint | null
  readonly method: string
  readonly params: JsonObject
}

/** What closing a session came to; undefined when nobody knows it. */
export type Closing = 'closed' | 'closing' | undefined

/** What answers a request: a session, or a server that knows of sessions. */
export interface RpcDesk {
  /** Id of the session that asks; absent for HTTP. */
  readonly sessionId?: string | undefined
  createSession?(): Promise<string>
  closeSession?(id: string): Promise<Closing>
  listTools(): Promise<readonly ToolDescription[] | undefined>
  callTool(call: ToolCall): Promise<ToolReply>
}

/** JSON-RPC's codes, with what OpenEnv means by them. */
export const RPC_CODES = { parse: -32700, invalid: -32600, method: -32601, params: -32602, internal: -32603, server: -32000 } as const

/** An error that travels as a JSON-RPC error. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: Json

  constructor(code: number, message: string, data: Json = null) {
    super(message)
    this.code = code
    this.data = data
  }
}

export function unknownSession(id: unknown): RpcError {
  return new RpcError(RPC_CODES.params, `Unknown session_id: ${typeof id === 'string' ? id : printJson(id)}`)
}

/** Reads a request's text. Throws an {@link RpcError}. */
export function readRpcText(text: string): RpcRequest {
  return readRpc(readRpcJson(text))
}

/** The JSON that a request's text is. Throws an {@link RpcError}. */
export function readRpcJson(text: string): Json {
  try {
    return parseClientJson(text)
  } catch (error) {
    if (error instanceof UnkeepableJsonError) throw new RpcError(RPC_CODES.invalid, `Invalid request: ${error.message}`)
    if (error instanceof JsonSyntaxError) throw new RpcError(RPC_CODES.parse, `Parse error: ${error.message}`)
    throw error
  }
}

const KEYS: ReadonlySet<string> = new Set(['jsonrpc', 'method', 'params', 'id'])

/** Reads a request. Throws an {@link RpcError} whose text is pydantic's. */
export function readRpc(value: Json): RpcRequest {
  if (!isPlainObject(value)) throw new RpcError(RPC_CODES.parse, 'Parse error')
  const { jsonrpc, method, params = {}, id = null } = value as JsonObject
  const issues: Issue[] = []
  const add = (key: string, type: string, msg: string, input: Json = value as JsonObject) => issues.push({ type, loc: [key], msg, input })
  if (jsonrpc === undefined) add('jsonrpc', 'missing', 'Field required')
  else if (jsonrpc !== '2.0') add('jsonrpc', 'literal_error', "Input should be '2.0'", jsonrpc)
  if (method === undefined) add('method', 'missing', 'Field required')
  else if (typeof method !== 'string') add('method', 'string_type', 'Input should be a valid string', method)
  if (!isPlainObject(params)) add('params', 'dict_type', 'Input should be a valid dictionary', params)
  if (!isId(id)) {
    add('id.str', 'string_type', 'Input should be a valid string', id)
    const [type, msg] = typeof id === 'number' ? ['int_from_float', ', got a number with a fractional part'] : ['int_type', '']
    add('id.int', type, `Input should be a valid integer${msg}`, id)
  }
  for (const key of Object.keys(value)) {
    if (!KEYS.has(key)) add(key, 'extra_forbidden', 'Extra inputs are not permitted', (value as JsonObject)[key] ?? null)
  }
  if (issues.length > 0 || typeof method !== 'string' || !isId(id)) {
    throw new RpcError(RPC_CODES.invalid, `Invalid request: ${validationText('JsonRpcRequest', issues)}`)
  }
  return { id, method, params: params as JsonObject }
}

function isId(id: Json): id is RpcRequest['id'] {
  return id === null || typeof id === 'string' || typeof id === 'bigint' || Number.isInteger(id)
}

/** The answer to a request, as JSON text. Never throws. */
export async function answerRpc(desk: RpcDesk, request: RpcRequest): Promise<string> {
  try {
    return printRpc(request.id, `"result":${await resultOf(desk, request)}`)
  } catch (error) {
    return rpcErrorText(error, request.id)
  }
}

/** An error's answer. A success never has the key `error`: clients test for it. */
export function rpcErrorText(error: unknown, id: RpcRequest['id'] = null): string {
  const { code, message, data } = toRpcError(error)
  return printRpc(id, `"error":${printJson({ code, message: message.toWellFormed(), data })}`)
}

function printRpc(id: RpcRequest['id'], rest: string): string {
  return `{"jsonrpc":"2.0","id":${printJson(id)},${rest}}`
}

function toRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error
  if (!(error instanceof OpenEnvError)) return new RpcError(RPC_CODES.internal, messageOf(error))
  const { code, message, details = null } = error
  switch (code) {
    case 'CAPACITY_REACHED':
    case 'FACTORY_ERROR':
      return new RpcError(RPC_CODES.server, message, details)
    case 'EXECUTION_ERROR':
      return new RpcError(RPC_CODES.internal, message, details)
    default:
      return new RpcError(RPC_CODES.internal, message, { code, ...details })
  }
}

async function resultOf(desk: RpcDesk, { method, params }: RpcRequest): Promise<string> {
  switch (method) {
    case 'openenv/session/create':
      return printJson({ session_id: desk.sessionId ?? (await desk.createSession?.()) ?? null })
    case 'openenv/session/close':
      return closeSession(desk, params)
    case 'tools/list':
      return listTools(await desk.listTools())
    case 'tools/call':
      return callTool(desk, params)
    default:
      throw new RpcError(RPC_CODES.method, `Method not found: ${method}`)
  }
}

async function closeSession(desk: RpcDesk, { session_id: id }: JsonObject): Promise<string> {
  if (id === undefined || id === null || id === '') throw new RpcError(RPC_CODES.params, "Invalid params - 'session_id' is required")
  if (id === desk.sessionId) throw new RpcError(RPC_CODES.invalid, 'Cannot close active WebSocket-managed session via MCP method')
  const closing = typeof id === 'string' ? await desk.closeSession?.(id) : undefined
  if (closing === undefined) throw unknownSession(id)
  return printJson({ session_id: id, closed: closing === 'closed', ...(closing === 'closing' ? { closing: true } : {}) })
}

/** A listing as FastMCP's client dumps it: clients read `name`, `description` and `inputSchema`. */
function listTools(tools: readonly ToolDescription[] | undefined): string {
  if (tools === undefined) throw new RpcError(RPC_CODES.internal, 'Environment does not support MCP')
  const entries = tools.map(({ name, description, inputSchema, outputSchema }) => ({
    name,
    title: null,
    description,
    inputSchema,
    outputSchema,
    icons: null,
    annotations: null,
    meta: { fastmcp: { tags: [] } },
    execution: null,
  }))
  return printJson({ tools: entries })
}

async function callTool(desk: RpcDesk, { name, arguments: given }: JsonObject): Promise<string> {
  if (name === undefined || name === null || name === '') throw new RpcError(RPC_CODES.params, "Missing 'name' in params")
  if (typeof name !== 'string') throw new RpcError(RPC_CODES.params, "'name' in params must be a string")
  const reply = await desk.callTool({ name, arguments: given ?? {} })
  if ('error' in reply) throw new RpcError(RPC_CODES.internal, reply.error.message)
  return reply.result
}
