import { andThen } from '../awaitable.ts'
import type { Awaitable } from '../environment.ts'
import { joinScores, memoryOf, type Rubric, readScore, type Score } from './rubric.ts'

/** How far from 1 a sum of weights may be, as upstream's `WeightedSum` has it. */
const TOLERANCE = 1e-6

/**
 * The weighted sum of several scores: `weighted({ tests: [passesTests, 0.7], style: [isTidy, 0.3] })`. All are asked, those that wait
 * for the network at the same time. Throws a TypeError unless the weights sum to 1.
 */
export function weighted<Action, Observation, State>(
  rubrics: Readonly<Record<string, readonly [rubric: Rubric<Action, Observation, State>, weight: number]>>,
): Rubric<Action, Observation, State> {
  const children = Object.entries(rubrics)
  const sum = children.reduce((total, [, [, weight]]) => total + weight, 0)
  if (!(Math.abs(sum - 1) <= TOLERANCE)) throw new TypeError(`The weights of a rubric must sum to 1; these sum to ${sum}.`)
  return (turn, memory) => {
    const asked = children.map(
      ([name, [rubric]]) =>
        () =>
          rubric(turn, memoryOf(memory, name)),
    )
    return andThen(atOnce(asked), (results) => {
      const scores: Record<string, Score> = {}
      let score = 0
      for (const [index, [name, [, weight]]] of children.entries()) {
        const child = readScore(results[index] ?? Number.NaN)
        scores[name] = child
        score += child.score * weight
      }
      return { score, ...joinScores(scores, memory) }
    })
  }
}

/** What several works give, at once where all do. A throw behind one that still runs becomes a rejection, so that both are heard. */
function atOnce<T>(works: readonly (() => Awaitable<T>)[]): Awaitable<T[]> {
  const results: Awaitable<T>[] = []
  for (const work of works) {
    try {
      results.push(work())
    } catch (error) {
      results.push(Promise.reject(error))
      break
    }
  }
  return results.some((result) => result instanceof Promise) ? Promise.all(results) : (results as T[])
}
