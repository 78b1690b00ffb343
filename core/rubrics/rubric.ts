import type { Awaitable, Context } from '../environment.ts'
import { isPlainObject, type Json, type JsonObject } from '../json.ts'

/** The step that a rubric scores, as the environment returned it: fields that never reach the client included. */
export interface ScoredTurn<Action, Observation, State> {
  readonly action: Action
  readonly observation: Observation
  /** The state that the step led to. */
  readonly state: State
  /** The state that the step began with. */
  readonly before: State
  /** The episode ends with this step, by the environment or by its `maxSteps`. */
  readonly done: boolean
  /** The step's own context. What `fetch` and `now` answer a rubric is recorded with the step, so a replay asks nobody. */
  readonly context: Context
}

/** What a rubric makes of a step. */
export interface Score {
  /** Finite; anything else is an error to the client, and the step is not taken. */
  readonly score: number
  /** What the score is made of, by name. The outermost rubric's parts travel as `metadata.rubric`. */
  readonly parts?: Readonly<Record<string, number | readonly number[]>>
  /** What the rubric is given with the episode's next step, JSON; it is stored with the episode. Absent: what it had. */
  readonly memory?: Json | undefined
}

/**
 * A function that scores a step: where a turn names no reward, the score is the reward. It is pure but for `turn.context`, as a step
 * is; what it must remember of the episode it returns as `memory`, which is undefined in the episode's first step. A throw is an error
 * to the client and leaves the episode as it was.
 */
export type Rubric<Action, Observation, State> = (
  turn: ScoredTurn<Action, Observation, State>,
  memory: Json | undefined,
) => Awaitable<number | Score>

/** Rubrics by the names under which their scores are reported. */
export type NamedRubrics<Action, Observation, State> = Readonly<Record<string, Rubric<Action, Observation, State>>>

/** A score in full. Throws for one that is no finite number: it would reach the trainer as null. */
export function readScore(result: number | Score): Score {
  const score = typeof result === 'number' ? { score: result } : result
  if (typeof score?.score === 'number' && Number.isFinite(score.score)) return score
  const found = isPlainObject(result) && 'score' in result ? result.score : result
  throw new RangeError(`A rubric returned ${describe(found)}: a score is a finite number.`)
}

function describe(value: unknown): string {
  return typeof value === 'number' ? String(value) : `a score of type ${value === null ? 'null' : typeof value}`
}

/** The memory of a rubric's own child. */
export function memoryOf(memory: Json | undefined, name: string): Json | undefined {
  return (memory as JsonObject | undefined)?.[name]
}

/** Many children's scores as the parts and the memory of one; a child that was not asked keeps what it had. */
export function joinScores(scores: Readonly<Record<string, Score>>, memory: Json | undefined): Pick<Score, 'parts' | 'memory'> {
  const parts: Record<string, number | readonly number[]> = {}
  const kept: JsonObject = { ...(memory as JsonObject | undefined) }
  for (const [name, { score, parts: inner = {}, memory: own }] of Object.entries(scores)) {
    parts[name] = score
    for (const [part, value] of Object.entries(inner)) parts[`${name}.${part}`] = value
    if (own !== undefined) kept[name] = own
  }
  return { parts, memory: Object.keys(kept).length === 0 ? undefined : kept }
}
