import { andThen } from '../awaitable.ts'
import type { Awaitable } from '../environment.ts'
import type { Json } from '../json.ts'
import { joinScores, memoryOf, type NamedRubrics, type Rubric, readScore, type Score, type ScoredTurn } from './rubric.ts'

/**
 * Asks rubrics in the order in which they are written and stops at the first 0: `sequential({ parses: gate(parses), tests: passesTests })`.
 * The score is 0 then, else the last one's; 1 where there are none. Those behind the stop are not asked and have no part.
 */
export function sequential<Action, Observation, State>(
  rubrics: NamedRubrics<Action, Observation, State>,
): Rubric<Action, Observation, State> {
  const children = Object.entries(rubrics)
  return (turn, memory) => askFrom(0, children, { turn, memory, scores: {}, last: 1 })
}

interface Progress<Action, Observation, State> {
  readonly turn: ScoredTurn<Action, Observation, State>
  readonly memory: Json | undefined
  readonly scores: Readonly<Record<string, Score>>
  readonly last: number
}

type Children<Action, Observation, State> = readonly (readonly [string, Rubric<Action, Observation, State>])[]

function askFrom<Action, Observation, State>(
  index: number,
  children: Children<Action, Observation, State>,
  progress: Progress<Action, Observation, State>,
): Awaitable<Score> {
  const { turn, memory, scores, last } = progress
  const child = children[index]
  if (child === undefined || last === 0) return { score: last, ...joinScores(scores, memory) }
  const [name, rubric] = child
  return andThen(rubric(turn, memoryOf(memory, name)), (result) => {
    const score = readScore(result)
    return askFrom(index + 1, children, { turn, memory, scores: { ...scores, [name]: score }, last: score.score })
  })
}
