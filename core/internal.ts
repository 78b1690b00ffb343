/** What hosts need beyond the public entrance: the engine's parts. Not exported from the package. */
export { andThen, orElse } from './awaitable.ts'
export type { Backend } from './backend.ts'
export type { ContainerPlace } from './container-environment.ts'
export { describe } from './describe.ts'
export { type Effect, readBoxAnswer, readEffects, replayWorld, type World } from './effects.ts'
export type { AnyEnvironment, Awaitable, Durability } from './environment.ts'
export { asVersion, versionOf } from './episode.ts'
export { ERROR_CODES, OpenEnvError } from './errors.ts'
export { answerHttp, type HttpAnswer, httpError, type PlayRoute, readHttpBody } from './http.ts'
export { InProcessBackend } from './in-process-backend.ts'
export type { Json, JsonObject } from './json.ts'
export { parseJson } from './json-parse.ts'
export {
  answerRpc,
  type Closing,
  RPC_CODES,
  RpcError,
  type RpcRequest,
  readRpcJson,
  readRpcText,
  rpcErrorText,
  unknownSession,
} from './json-rpc.ts'
export { printJson, printStored } from './json-text.ts'
export { type EnvironmentFacts, loadEnvironment, type ServedEnvironment } from './lazy-environment.ts'
export { logEvent } from './log.ts'
export { modeOf } from './mode.ts'
export { errorFrame, type Reply } from './protocol.ts'
export type { RemotePlace } from './remote-environment.ts'
export { Session } from './session.ts'
export type { AppliedTurn, Fault, StoredAnswer } from './session-options.ts'
export { answerTaskRequest, type TaskRoute } from './tasks/task-api.ts'
export { createThrowLog } from './thrown.ts'
export type { Mode, ToolCall, ToolDescription } from './tool.ts'
