import { messageOf } from './errors.ts'
import { PrintError } from './json-text.ts'
import { logEvent } from './log.ts'

/** What an environment's own function threw, and where it stood. */
export interface Thrown {
  readonly error: unknown
  readonly during: 'reset' | 'step' | 'call'
  /** Steps of the episode before it. */
  readonly stepCount: number
}

const CODE_FAULTS = [TypeError, ReferenceError, PrintError]

/** How code fails. An Error or a RangeError is how an environment refuses an action. */
export function isCodeFault(thrown: unknown): boolean {
  return CODE_FAULTS.some((kind) => thrown instanceof kind)
}

/**
 * Logs what an environment's functions throw, for its author: a client gets the message alone. A place in the code that throws again in the
 * same session is not told again: an agent may try the same wrong move at every step.
 */
export function createThrowLog(environment: string, session: string | null): (thrown: Thrown) => void {
  const told = new Set<string>()
  return ({ error, during, stepCount }) => {
    const stack = framesOf(error)
    const place = stack[0] ?? messageOf(error)
    if (told.has(place)) return
    told.add(place)
    const kind = error instanceof Error ? error.name : typeof error
    logEvent('execution_failed', { environment, session, during, step_count: stepCount, kind, message: messageOf(error), stack })
  }
}

/** The stack's places, without the message before them; empty for what is no Error. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const lines = (error.stack ?? '').split('\n').map((line) => line.trim())
  return lines.filter((line) => line.startsWith('at '))
}
