import { type ErrorCode, OpenEnvError } from './errors.ts'
import { isPlainObject, type Json, type JsonObject } from './json.ts'
import { JsonSyntaxError, parseClientJson } from './json-parse.ts'
import { printJson } from './json-text.ts'
import { observationBody, toOpenEnvError } from './protocol.ts'
import { type Issue, type Issues, prefix, report } from './schema/issue.ts'
import { readBigint, readFloat, readString } from './schema/scalars.ts'
import type { Session } from './session.ts'

/** What an HTTP route answers, for any host to send. */
export interface HttpAnswer {
  readonly status: number
  /** JSON text. */
  readonly body: string
}

/** The routes that play an episode over HTTP (contract 1.4). */
export type PlayRoute = 'reset' | 'step' | 'state'

/** A request's body, as far as it matters. */
export interface HttpBody {
  readonly text: string
  /** True when the content type says JSON. */
  readonly isJson: boolean
}

/** The body of a request, for {@link answerHttp} and the Task API. */
export async function readHttpBody(request: Request): Promise<HttpBody> {
  const isJson = /\bjson\b/.test(request.headers.get('content-type') ?? '')
  return { text: await request.text(), isJson }
}

const MAX_ID_LENGTH = 255

const STATUS: Partial<Record<ErrorCode, number>> = {
  VALIDATION_ERROR: 422,
  SESSION_TAKEN: 409,
  EPISODE_ROLLED_BACK: 409,
  VERSION_MISMATCH: 409,
  CAPACITY_REACHED: 503,
  QUOTA_EXCEEDED: 429,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  CONTAINER_LOST: 502,
}

/**
 * Plays one HTTP request on a session. Never throws. An environment's exception is a 500 whose body says what it was; upstream's
 * plain-text 500 hides it.
 */
export async function answerHttp(session: Session, route: PlayRoute, body: HttpBody): Promise<HttpAnswer> {
  try {
    if (route === 'state') return { status: 200, body: await session.state() }
    const request = route === 'reset' ? readReset(body) : readStep(body)
    return { status: 200, body: observationBody(await session.play({ type: route, ...request })) }
  } catch (error) {
    return httpError(error)
  }
}

/** An error as an HTTP answer. */
export function httpError(error: unknown): HttpAnswer {
  const { code, message, details, status = STATUS[code] ?? 500 } = toOpenEnvError(error)
  if (code === 'VALIDATION_ERROR') return { status, body: printJson({ detail: details?.errors ?? message }) }
  return { status, body: printJson({ detail: message.toWellFormed(), code, ...details }) }
}

type PlayData = { data: JsonObject; requestId: string | undefined }

function readReset(body: HttpBody): PlayData {
  const fields = body.text === '' ? {} : readObject(body)
  const issues: Issues = []
  const seed = readField(fields, 'seed', issues, (value, at) => {
    const integer = readBigint(value, at, false)
    if (integer !== undefined && integer < 0n)
      report(at, 'greater_than_equal', 'Input should be greater than or equal to 0', value, { ge: 0 })
    return integer
  })
  const episodeId = readField(fields, 'episode_id', issues, readShortString)
  const requestId = readField(fields, 'request_id', issues, readShortString)
  refuse(issues)
  const { request_id: _, ...data } = fields
  return {
    data: { ...data, ...(seed === undefined ? {} : { seed }), ...(episodeId === undefined ? {} : { episode_id: episodeId }) },
    requestId,
  }
}

function readStep(body: HttpBody): PlayData {
  const fields = readObject(body)
  const issues: Issues = []
  const { action } = fields
  if (action === undefined) issues.push({ type: 'missing', loc: ['body', 'action'], msg: 'Field required', input: fields })
  else if (!isPlainObject(action)) {
    issues.push({ type: 'dict_type', loc: ['body', 'action'], msg: 'Input should be a valid dictionary', input: action })
  }
  readField(fields, 'timeout_s', issues, (value, at) => {
    const seconds = readFloat(value, at, false)
    if (seconds !== undefined && !(seconds > 0)) report(at, 'greater_than', 'Input should be greater than 0', value, { gt: 0 })
    return seconds
  })
  const requestId = readField(fields, 'request_id', issues, readShortString)
  refuse(issues)
  return { data: action as JsonObject, requestId }
}

/** The JSON object that a body is. Throws `VALIDATION_ERROR`. */
export function readObject({ text, isJson }: HttpBody): JsonObject {
  if (text === '') return refuseBody({ type: 'missing', loc: ['body'], msg: 'Field required', input: null })
  if (!isJson) return refuseBody(notAnObject(text))
  const value = parseBody(text)
  return isPlainObject(value) ? (value as JsonObject) : refuseBody(notAnObject(value))
}

function notAnObject(input: Json): Issue {
  return { type: 'model_attributes_type', loc: ['body'], msg: 'Input should be a valid dictionary or object to extract fields from', input }
}

function parseBody(text: string): Json {
  try {
    return parseClientJson(text)
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    const { position, reason } = error
    return refuseBody({ type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: {}, ctx: { error: reason } })
  }
}

function readField<T>(
  fields: JsonObject,
  key: string,
  issues: Issues,
  read: (value: Json, issues: Issues) => T | undefined,
): T | undefined {
  const value = fields[key]
  if (value === undefined || value === null) return undefined
  const start = issues.length
  const out = read(value, issues)
  prefix(issues, start, key)
  prefix(issues, start, 'body')
  return out
}

function readShortString(value: Json, issues: Issues): string | undefined {
  const text = readString(value, issues)
  if (typeof text !== 'string') return undefined
  if (text.length > MAX_ID_LENGTH) {
    report(issues, 'string_too_long', `String should have at most ${MAX_ID_LENGTH} characters`, text, { max_length: MAX_ID_LENGTH })
  }
  return text
}

/** Throws the faults of a body, if there are any. */
export function refuse(issues: Issues): void {
  if (issues.length > 0) throw new OpenEnvError('VALIDATION_ERROR', 'Invalid request', { details: { errors: issues as unknown as Json } })
}

function refuseBody(issue: Issue): never {
  throw new OpenEnvError('VALIDATION_ERROR', 'Invalid request', { details: { errors: [issue] as unknown as Json } })
}
