import { andThen } from '../awaitable.ts'
import type { AnyEnvironment, Awaitable, Context } from '../environment.ts'
import type { Episode, RubricMemory } from '../episode.ts'
import type { Json } from '../json.ts'
import { printFloat, printStored, printString } from '../json-text.ts'
import { endsEpisode, type UnknownTurn } from '../turn.ts'
import { type Rubric, readScore, type Score } from './rubric.ts'

/** The step that led to a turn. */
export interface Scoring {
  readonly action: unknown
  readonly before: Json
  /** The episode as it is once the turn is accepted, but for what the turn itself says. */
  readonly next: Episode
  readonly context: Context
}

/** A turn with its rubric's score, where it was asked. */
export interface TurnScore {
  readonly turn: UnknownTurn
  /** JSON text of `metadata.rubric`; empty where there is none. */
  readonly parts: string
  readonly memory: RubricMemory | undefined
}

/** Has the rubric score a turn that names no reward of its own, and is no refusal. */
export function scoreTurn(
  environment: AnyEnvironment,
  rubric: Rubric<unknown, unknown, Json>,
  turn: UnknownTurn,
  scoring: Scoring,
): Awaitable<TurnScore> {
  const { action, before, next, context } = scoring
  if (turn?.reward !== undefined || turn?.error !== undefined) return { turn, parts: '', memory: next.memory }
  const { observation, state } = turn
  const done = endsEpisode(turn, environment, next.stepCount)
  return andThen(rubric({ action, observation, state, before, done, context }, next.memory?.value), (result) => {
    const { score, parts, memory } = readScore(result)
    return {
      turn: { ...turn, reward: score },
      parts: 'rubric' in (turn.metadata ?? {}) ? '' : printParts(parts),
      memory: keep(memory) ?? next.memory,
    }
  })
}

/** Throws for what JSON cannot hold. */
function keep(value: Json | undefined): RubricMemory | undefined {
  return value === undefined ? undefined : { value, text: printStored(value) }
}

/** Scores are floats, whatever their value. Throws for one that is no finite number: it would reach the trainer as null. */
function printParts(parts: Score['parts'] = {}): string {
  const entries = Object.entries(parts).map(([name, value]) => {
    const isFit = (Array.isArray(value) ? value : [value]).every((part) => Number.isFinite(part))
    if (!isFit) throw new RangeError(`A rubric's part "${name}" is ${String(value)}: a part is a finite number, or a list of them.`)
    const text = typeof value === 'number' ? printFloat(value) : `[${value.map(printFloat).join(',')}]`
    return `${printString(name)}:${text}`
  })
  return entries.length === 0 ? '' : `{${entries.join(',')}}`
}

/** The text of a turn's metadata with its score's parts as `rubric`. */
export function withParts(metadata: string, parts: string): string {
  if (parts === '') return metadata
  return `${metadata.slice(0, -1)}${metadata === '{}' ? '' : ','}"rubric":${parts}}`
}
