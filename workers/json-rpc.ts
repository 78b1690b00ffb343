import type { AnyEnvironment } from '../core/index.ts'
import {
  answerRpc,
  createThrowLog,
  InProcessBackend,
  type Json,
  modeOf,
  RPC_CODES,
  RpcError,
  type RpcRequest,
  readRpcText,
  rpcErrorText,
  type ToolCall,
  unknownSession,
} from '../core/internal.ts'
import { closeSession, createWorld, readError, sessionBox, sessionUrl } from '../durable-objects/index.ts'
import type { Address } from './address.ts'
import { spendStep } from './limits/spend-step.ts'
import { createSession, findSession, freeOwner, type WorkerBindings } from './session-stub.ts'

/** Where a JSON-RPC request arrived. */
export interface RpcPlace {
  readonly bindings: WorkerBindings
  readonly environment: AnyEnvironment
  readonly address: Address
}

const LIFECYCLE: ReadonlySet<string> = new Set(['openenv/session/create', 'openenv/session/close'])

/** Answers OpenEnv's JSON-RPC over HTTP: on the session that `params.session_id` or the URL's key names, else on one of its own. */
export async function answerRpcText(place: RpcPlace, text: string): Promise<string> {
  let request: RpcRequest
  try {
    request = readRpcText(text)
  } catch (error) {
    return rpcErrorText(withoutReason(error))
  }
  const isBound = place.address.key !== undefined || sessionIdOf(request) !== undefined
  return isBound && !LIFECYCLE.has(request.method) ? askBound(place, request, text) : answerAlone(place, request)
}

/** The session that a request names; null and the empty text name none. */
function sessionIdOf({ params: { session_id: id } }: RpcRequest): Json | undefined {
  return id === null || id === '' ? undefined : id
}

/** Over HTTP upstream says no more than this of what is no JSON. */
function withoutReason(error: unknown): unknown {
  return error instanceof RpcError && error.code === RPC_CODES.parse ? new RpcError(RPC_CODES.parse, 'Parse error') : error
}

async function askBound({ bindings, environment, address }: RpcPlace, request: RpcRequest, text: string): Promise<string> {
  const sessionId = sessionIdOf(request)
  const isText = typeof sessionId === 'string' || sessionId === undefined
  const found = isText ? findSession(bindings, environment, address, sessionId) : undefined
  const answer = await found?.stub.fetch(sessionUrl('mcp', found.address), { method: 'POST', body: text })
  if (answer === undefined || answer.status === 404) return rpcErrorText(unknownSession(sessionId), request.id)
  return answer.ok ? answer.text() : rpcErrorText(await readError(answer), request.id)
}

/** A call without a session has an environment of its own, and ends with it (contract 1.5). */
async function answerAlone({ bindings, environment, address }: RpcPlace, request: RpcRequest): Promise<string> {
  const id = crypto.randomUUID()
  try {
    const mode = modeOf(environment, bindings.OPENENV_MODE)
    const backend = new InProcessBackend(environment, createWorld(bindings, id), { mode, onThrow: createThrowLog(environment.name, null) })
    const desk = {
      createSession: () => createSession(bindings, environment, address),
      closeSession: (session: string) => close({ bindings, environment, address }, session),
      listTools: async () => backend.listTools(),
      async callTool(call: ToolCall) {
        await spendStep(bindings, address)
        return backend.callTool(call)
      },
    }
    return await answerRpc(desk, request)
  } catch (error) {
    return rpcErrorText(error, request.id)
  } finally {
    if (environment.box !== undefined) await sessionBox(bindings, id)?.close()
  }
}

/** A session with a key does not end when its client is done with it: the key is how it is found again. */
async function close({ bindings, environment, address }: RpcPlace, sessionId: string) {
  const named = address.key === undefined ? undefined : findSession(bindings, environment, address, sessionId)
  return named === undefined ? closeSession(bindings, sessionId, freeOwner(environment, address)) : ('closed' as const)
}
