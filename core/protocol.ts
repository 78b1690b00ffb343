import { messageOf, OpenEnvError } from './errors.ts'
import { isPlainObject, type Json, type JsonObject } from './json.ts'
import { JsonSyntaxError, parseClientJson } from './json-parse.ts'
import { printFloat, printJson } from './json-text.ts'
import { pythonRepr } from './python-text.ts'
import type { Issue } from './schema/issue.ts'

/** A frame from a client (contract 1.3). `requestId` is ours: a repeat of it on a named session gets the stored answer. */
export type ClientFrame =
  | { type: 'reset'; data: JsonObject; requestId: string | undefined }
  | { type: 'step'; data: JsonObject; requestId: string | undefined }
  | { type: 'state' }
  | { type: 'close' }
  | { type: 'mcp'; data: JsonObject }

/** What an environment answered, printed once: both the frame and the HTTP body are made of it. */
export interface Reply {
  /** JSON text of the observation, its `metadata` included; reward and done are never inside (contract 1.6). */
  readonly observation: string
  /** JSON text of the metadata; `{}` when there is none. */
  readonly metadata: string
  readonly reward: number | bigint | boolean | null
  readonly done: boolean
  /** The environment refused the action, yet moved on: the client sees this as `EXECUTION_ERROR`. */
  readonly error?: string | undefined
}

type FrameShape = { data: 'required' | 'optional' | 'none'; keys: ReadonlySet<string> }

const SHAPES: Readonly<Record<ClientFrame['type'], FrameShape>> = {
  reset: { data: 'optional', keys: new Set(['type', 'data', 'request_id']) },
  step: { data: 'required', keys: new Set(['type', 'data', 'request_id']) },
  mcp: { data: 'required', keys: new Set(['type', 'data']) },
  state: { data: 'none', keys: new Set(['type']) },
  close: { data: 'none', keys: new Set(['type']) },
}

const MAX_REQUEST_ID_LENGTH = 255

/** The error that pydantic's faults travel in; its message is always this one, and each fault names its page (contract 1.3). */
export function invalidMessage(issues: Issue[]): OpenEnvError {
  const errors = issues.map((issue) => ({ ...issue, url: `https://errors.pydantic.dev/2.14/v/${issue.type}` }))
  return new OpenEnvError('VALIDATION_ERROR', 'Invalid message', { details: { errors: errors as unknown as Json } })
}

/** Reads a client's text frame. Throws an {@link OpenEnvError} that says what is wrong with it. */
export function parseFrame(text: string): ClientFrame {
  const frame = parseText(text)
  if (!isPlainObject(frame)) {
    throw new OpenEnvError('SESSION_ERROR', `A frame is a JSON object with a "type", not ${describeJson(frame)}.`)
  }
  const { type } = frame
  if (typeof type !== 'string' || !Object.hasOwn(SHAPES, type)) {
    const shown = type === undefined ? '' : typeof type === 'string' ? type : pythonRepr(type)
    throw new OpenEnvError('UNKNOWN_TYPE', `Unknown message type: ${shown}`)
  }
  const known = type as ClientFrame['type']
  const issues = frameIssues(frame, SHAPES[known])
  if (issues.length > 0) throw invalidMessage(issues)
  const data = (frame.data ?? {}) as JsonObject
  return { type: known, data, requestId: frame.request_id as string | undefined }
}

function parseText(text: string): Json {
  try {
    return parseClientJson(text)
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new OpenEnvError('INVALID_JSON', `Invalid JSON: ${error.message}`)
    throw error
  }
}

function frameIssues(frame: JsonObject, shape: FrameShape): Issue[] {
  const issues: Issue[] = []
  const { data, request_id: requestId } = frame
  if (data === undefined) {
    if (shape.data === 'required') issues.push({ type: 'missing', loc: ['data'], msg: 'Field required', input: frame })
  } else if (shape.data !== 'none' && !isPlainObject(data)) {
    issues.push({ type: 'dict_type', loc: ['data'], msg: 'Input should be a valid dictionary', input: data })
  }
  if (requestId !== undefined && shape.keys.has('request_id')) issues.push(...requestIdIssues(requestId))
  for (const key in frame) {
    if (shape.keys.has(key)) continue
    issues.push({ type: 'extra_forbidden', loc: [key], msg: 'Extra inputs are not permitted', input: frame[key] ?? null })
  }
  return issues
}

function requestIdIssues(requestId: Json): Issue[] {
  const at = { loc: ['request_id'], input: requestId }
  if (typeof requestId !== 'string') return [{ type: 'string_type', msg: 'Input should be a valid string', ...at }]
  if (requestId.length <= MAX_REQUEST_ID_LENGTH) return []
  const ctx = { max_length: MAX_REQUEST_ID_LENGTH }
  return [{ type: 'string_too_long', msg: `String should have at most ${MAX_REQUEST_ID_LENGTH} characters`, ctx, ...at }]
}

function describeJson(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** A reward as `/ws` prints it: a float keeps its point, a bigint is an integer, NaN and the infinities are null (contract 1.6). */
function printReward(reward: Reply['reward']): string {
  return typeof reward === 'number' ? printFloat(reward) : String(reward)
}

/** The answer to `reset` and `step`. `metadata` beside the observation is left out when empty: null there breaks typed clients. */
export function observationFrame({ observation, metadata, reward, done }: Reply): string {
  const sibling = metadata === '{}' ? '' : `,"metadata":${metadata}`
  return `{"type":"observation","data":{"observation":${observation},"reward":${printReward(reward)},"done":${done}${sibling}}}`
}

/** The body of HTTP `reset` and `step`: a reward is always a float there, and `metadata` is always present (contract 1.4). */
export function observationBody({ observation, metadata, reward, done }: Reply): string {
  const float = reward === null ? 'null' : printFloat(Number(reward))
  return `{"observation":${observation},"reward":${float},"done":${done},"metadata":${metadata === '{}' ? 'null' : metadata}}`
}

export function stateFrame(state: string): string {
  return `{"type":"state","data":${state}}`
}

/** An error frame. Anything but an {@link OpenEnvError} is an author's exception: its message crosses, its stack does not. */
export function errorFrame(error: unknown): string {
  const { code, message, details } = toOpenEnvError(error)
  const plain = { message: message.toWellFormed(), code }
  try {
    return `{"type":"error","data":${printJson({ ...plain, ...details })}}`
  } catch {
    // Details echo the client's input, which may be nested deeper than is printed.
    return `{"type":"error","data":${printJson(plain)}}`
  }
}

/** Any thrown value as the error that crosses the wire. */
export function toOpenEnvError(error: unknown): OpenEnvError {
  if (error instanceof OpenEnvError) return error
  return new OpenEnvError('EXECUTION_ERROR', messageOf(error), { cause: error })
}
