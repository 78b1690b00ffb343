import { andThen } from '../awaitable.ts'
import type { Awaitable } from '../environment.ts'
import type { Json } from '../json.ts'
import { parseJson } from '../json-parse.ts'
import { printJson } from '../json-text.ts'
import { type Rubric, readScore, type Score, type ScoredTurn } from './rubric.ts'

export interface DiscountOptions<Action, Observation, State> {
  /** From 0 (all credit to the last step) to 1 (the same to each); default 0.99. */
  readonly gamma?: number
  /** The score of each step before the last; default 0. */
  readonly intermediate?: number
  /**
   * What of a step is kept for the trajectory, as JSON; default its action and observation. It is stored with the episode, which grows
   * by as much with every step: keep the little that the score needs.
   */
  keep?(turn: ScoredTurn<Action, Observation, State>): unknown
}

/**
 * Scores an episode by its whole trajectory, when it is done: until then each step scores `intermediate`. The part `step_rewards` of the
 * last step shares the score out, `gamma^(T-1-t)` of it to step t of T. Throws a TypeError for a gamma outside 0 to 1.
 */
export function discounted<Action, Observation, State>(
  scoreTrajectory: (trajectory: readonly Json[], turn: ScoredTurn<Action, Observation, State>) => Awaitable<number | Score>,
  options: DiscountOptions<Action, Observation, State> = {},
): Rubric<Action, Observation, State> {
  const { gamma = 0.99, intermediate = 0, keep = actionAndObservation } = options
  if (!(gamma >= 0 && gamma <= 1)) throw new TypeError(`gamma must be from 0 to 1, not ${gamma}.`)
  return (turn, memory) => {
    const trajectory = [...readTrajectory(memory), asStored(keep(turn))]
    if (!turn.done) return { score: intermediate, memory: trajectory }
    return andThen(scoreTrajectory(trajectory, turn), (result) => {
      const { score, parts } = readScore(result)
      const shares = trajectory.map((_, index) => gamma ** (trajectory.length - 1 - index) * score)
      return { score, parts: { ...parts, step_rewards: shares }, memory: trajectory }
    })
  }
}

function actionAndObservation({ action, observation }: ScoredTurn<unknown, unknown, unknown>): unknown {
  return { action, observation }
}

function readTrajectory(memory: Json | undefined): readonly Json[] {
  return Array.isArray(memory) ? memory : []
}

/** The value as a stored episode gives it back, so that a score is the same with an eviction in between and without. */
function asStored(value: unknown): Json {
  return parseJson(printJson(value))
}
