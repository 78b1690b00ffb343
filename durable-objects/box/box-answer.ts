/** A box's answer as JSON text: `{result}` or `{error}` from inside, or `{fault}` when there is no box to answer. */
export type AnswerText = string

export const NOTHING: AnswerText = '{"result":null}'

export function lost(reason: string): AnswerText {
  const message = `The session's container is gone: ${reason}. What it held is lost, the session is not: reset to start an episode in a new one.`
  return fault('CONTAINER_LOST', message)
}

export function noRoom(): AnswerText {
  return fault('CAPACITY_REACHED', 'No container came free in time: try again, or raise OPENENV_MAX_BOXES and max_instances.')
}

function fault(code: 'CONTAINER_LOST' | 'CAPACITY_REACHED', message: string): AnswerText {
  return JSON.stringify({ fault: { code, message } })
}
