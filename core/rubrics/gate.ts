import { andThen } from '../awaitable.ts'
import { type Rubric, readScore } from './rubric.ts'

/** A rubric's score, or 0 where it is below `threshold` (default 1). What it was before travels as the part `ungated`. */
export function gate<Action, Observation, State>(
  rubric: Rubric<Action, Observation, State>,
  { threshold = 1 }: { threshold?: number } = {},
): Rubric<Action, Observation, State> {
  return (turn, memory) =>
    andThen(rubric(turn, memory), (result) => {
      const { score, parts, memory: kept } = readScore(result)
      return { score: score < threshold ? 0 : score, parts: { ungated: score, ...parts }, memory: kept }
    })
}
