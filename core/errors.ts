import type { JsonObject } from './json.ts'

/**
 * Every code that an error frame can carry. The first seven are OpenEnv's own (contract 1.3); the others are ours and reach stock
 * clients as text in the same frame.
 */
export type ErrorCode = (typeof ERROR_CODES)[number]

export const ERROR_CODES = [
  'INVALID_JSON',
  'UNKNOWN_TYPE',
  'VALIDATION_ERROR',
  'EXECUTION_ERROR',
  'CAPACITY_REACHED',
  'FACTORY_ERROR',
  'SESSION_ERROR',
  'SESSION_TAKEN',
  'EPISODE_ROLLED_BACK',
  'VERSION_MISMATCH',
  'CONTAINER_LOST',
  'QUOTA_EXCEEDED',
  'UNAUTHORIZED',
  'FORBIDDEN',
] as const

/** An error that crosses the wire: its code and message reach the client as an `error` frame, its details beside them. */
export class OpenEnvError extends Error {
  readonly code: ErrorCode
  /** Further keys of the frame's `data`, such as `errors` of a validation or `step_count` of a rollback. */
  readonly details: JsonObject | undefined
  /** Its HTTP status, where that is not its code's. */
  readonly status: number | undefined

  constructor(code: ErrorCode, message: string, options: { details?: JsonObject; cause?: unknown; status?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'OpenEnvError'
    this.code = code
    this.details = options.details
    this.status = options.status
  }
}

/** What a thrown value says; authors may throw anything. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name
  if (typeof thrown === 'string') return thrown
  return `${thrown === null ? 'null' : typeof thrown} was thrown, which is no Error.`
}
