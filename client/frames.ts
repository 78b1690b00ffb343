import { type ErrorCode, OpenEnvError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'

/** What a call sends. A step or a reset may carry an id of its own: a repeat of it returns the stored answer. */
export type Request =
  | { readonly type: 'reset' | 'step'; readonly data: object; readonly id?: string | undefined }
  | { readonly type: 'state'; readonly id?: undefined }

/** What came back from a reset or a step, before its types are put on. */
export interface Reply {
  readonly observation: JsonObject
  readonly reward: number | boolean | null
  readonly done: boolean
  readonly metadata: JsonObject
}

/** Not in every browser yet; an integer above 2^53 is then a TypeError, as `JSON.stringify` has it. */
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** A bigint goes out with all its digits: seeds are integers of any size. */
function printDigits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' && rawJSON ? rawJSON(String(value)) : value
}

export function printRequest(request: Request): string {
  const { id, ...frame } = request
  return JSON.stringify({ ...frame, request_id: id }, printDigits)
}

/** The `data` of an answer. An `error` frame is thrown as the error that it describes. */
export function readFrame(text: string): JsonObject {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch (cause) {
    throw new OpenEnvError('INVALID_JSON', 'The answer is not JSON.', { cause })
  }
  const { type, data } = objectOf(frame)
  const content = objectOf(data)
  if (type !== 'error') return content
  const { message, code, ...details } = content
  // The server's word, whatever it is: a newer server may know codes that this client does not.
  throw new OpenEnvError(String(code) as ErrorCode, String(message), { details })
}

/** Reads what a stock client reads: a missing observation is empty, a missing reward null, a missing `done` false. */
export function readReply({ observation, reward, done, metadata }: JsonObject): Reply {
  const seen = objectOf(observation)
  return {
    observation: seen,
    reward: typeof reward === 'number' || typeof reward === 'boolean' ? reward : null,
    done: done === true,
    metadata: objectOf(metadata ?? seen.metadata),
  }
}
