import { isPlainObject, type Json } from '../json.ts'
import { askService, fault } from './ask.ts'
import type { Rubric, Score, ScoredTurn } from './rubric.ts'

export interface RemoteOptions<Action, Observation, State> {
  /** Of the service, or a function that tells it: `({ context }) => context.secret('REWARD_URL')`. */
  readonly url: string | ((turn: ScoredTurn<Action, Observation, State>) => string)
  /** Name of the deployment's secret that is sent as a bearer token; default: none is. */
  readonly secret?: string
  /** For the whole answer; default 30,000 ms. */
  readonly timeoutMs?: number
}

const TITLE = 'The reward service'

/**
 * Has a service elsewhere score a step. It is posted `{ action, observation, done, step_count, episode_id }` and answers
 * `{ "score": 0.5 }`, with `parts` of numbers by name where it likes. A timeout, another status, or an answer without a finite score is
 * an error to the client and leaves the episode as it was: never a score of 0.
 */
export function remote<Action, Observation, State>(options: RemoteOptions<Action, Observation, State>): Rubric<Action, Observation, State> {
  const { url, secret, timeoutMs = 30_000 } = options
  return async (turn) => {
    const service = { title: TITLE, url: typeof url === 'function' ? url(turn) : url, secret, timeoutMs }
    return readAnswer(await askService(service, questionOf(turn), turn.context))
  }
}

function questionOf({ action, observation, done, context }: ScoredTurn<unknown, unknown, unknown>): object {
  return { action, observation, done, step_count: context.stepCount + 1, episode_id: context.episodeId }
}

function readAnswer(answer: Json): Score {
  const { score, parts = {} } = isPlainObject(answer) ? answer : {}
  if (!isFiniteNumber(score)) throw fault(`${TITLE} answered without a finite score.`)
  if (!isPlainObject(parts)) throw fault(`${TITLE} answered parts that are no object.`)
  const numbers = Object.entries(parts).filter((part): part is [string, number] => isFiniteNumber(part[1]))
  return { score, parts: Object.fromEntries(numbers) }
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
