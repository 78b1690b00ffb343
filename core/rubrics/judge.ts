import { andThen } from '../awaitable.ts'
import type { Awaitable, Context } from '../environment.ts'
import { printJson } from '../json-text.ts'
import type { Rubric, ScoredTurn } from './rubric.ts'

/** A language model as a judge needs it: a prompt in, its text out. It reaches the network through `context` alone. */
export type LanguageModel = (prompt: string, context: Context) => Awaitable<string>

export interface JudgeOptions<Action, Observation, State> {
  /** A text in which `{action}` and `{observation}` become their JSON, or a function that writes the prompt. */
  readonly prompt: string | ((turn: ScoredTurn<Action, Observation, State>) => string)
  /** Who is asked: `createChatModel`, or a function of your own. */
  readonly model: LanguageModel
  /** Finds the score in the answer: its first group, or the whole match. Default: the first decimal number. */
  readonly pattern?: RegExp
  /** Default true: a score is brought into the range from 0 to 1. */
  readonly clamp?: boolean
}

const FIRST_NUMBER = /-?\d+(?:\.\d+)?/
const PLACEHOLDER = /\{(action|observation)\}/g

/** Has a language model score a step. An answer without a number is an error, never a score. */
export function judge<Action, Observation, State>(options: JudgeOptions<Action, Observation, State>): Rubric<Action, Observation, State> {
  const { prompt, model, pattern = FIRST_NUMBER, clamp = true } = options
  return (turn) => {
    const text = typeof prompt === 'function' ? prompt(turn) : fillIn(prompt, turn)
    return andThen(model(text, turn.context), (answer) => {
      const score = findScore(answer, pattern)
      return clamp ? Math.min(Math.max(score, 0), 1) : score
    })
  }
}

/** In one pass: an action that spells a placeholder stays what it is. */
function fillIn(template: string, turn: ScoredTurn<unknown, unknown, unknown>): string {
  return template.replace(PLACEHOLDER, (_, part: 'action' | 'observation') => printJson(turn[part]))
}

function findScore(answer: string, pattern: RegExp): number {
  const match = answer.match(pattern)
  const text = match?.[1] ?? match?.[0] ?? ''
  const score = Number(text)
  if (text.trim() !== '' && Number.isFinite(score)) return score
  throw new Error('The judge answered without a score.')
}
