import type { z } from 'zod'
import { compileEnvironment } from '../compiled.ts'
import type { AnyEnvironment } from '../environment.ts'
import { messageOf } from '../errors.ts'
import type { Json } from '../json.ts'
import type { Reply } from '../protocol.ts'
import type { Rng } from '../rng.ts'
import { isCodeFault } from '../thrown.ts'
import { type Rollout, rollout } from './rollout.ts'
import { sampleAction } from './sample-action.ts'
import { watchGlobals } from './watch-globals.ts'

/** What a check found: an `error` breaks a promise of the runtime, a `warning` is worth a look. */
export interface Finding {
  readonly level: 'error' | 'warning'
  readonly rule:
    | 'compiles'
    | 'runs'
    | 'seed-repeats'
    | 'survives-eviction'
    | 'schema-holds'
    | 'reward-is-finite'
    | 'state-is-not-changed-in-place'
    | 'no-clock-or-randomness'
    | 'examples-hold'
  readonly message: string
}

export interface CheckOptions {
  /** Seeds to play; default 1 to 8. */
  readonly seeds?: readonly number[]
  /** Steps of an episode that does not end by itself; default 64. */
  readonly maxSteps?: number
  /** Chooses actions; default: random ones of the action schema and the examples. */
  readonly act?: (reply: Reply, rng: Rng) => Json
}

/**
 * Plays an environment as the runtime would and reports what its author should mend: seeds that do not repeat, state that does not
 * survive a round trip through JSON, values that their schemas refuse, clocks and randomness. Empty when all is well.
 */
export async function checkEnvironment(
  environment: AnyEnvironment,
  { seeds = [1, 2, 3, 4, 5, 6, 7, 8], maxSteps = 64, act = (_, rng) => sampleAction(environment, rng) }: CheckOptions = {},
): Promise<Finding[]> {
  const fault = compileFault(environment)
  if (fault !== undefined) return [fault]
  const findings = [...exampleFaults(environment)]
  for (const seed of seeds) {
    const { result: first, used } = await watchGlobals(() => rollout(environment, { seed, maxSteps, act, isEvicted: false }))
    if (used.size > 0) {
      const names = [...used].join(', ')
      findings.push(error('no-clock-or-randomness', `Uses ${names}: take chance from context.rng and time from context.now().`))
    }
    findings.push(...valueFaults(environment, first, seed))
    findings.push(...(await repeatFaults(environment, first, seed)))
  }
  return unique(findings)
}

function error(rule: Finding['rule'], message: string): Finding {
  return { level: 'error', rule, message }
}

function compileFault(environment: AnyEnvironment): Finding | undefined {
  try {
    compileEnvironment(environment)
    return undefined
  } catch (cause) {
    return error('compiles', messageOf(cause))
  }
}

function exampleFaults({ action, examples = [] }: AnyEnvironment): Finding[] {
  return examples.flatMap((example: unknown, index: number) => {
    const fault = schemaFault(action, example)
    return fault === undefined ? [] : [error('examples-hold', `Example ${index} is no action: ${fault}.`)]
  })
}

/** Plays the same actions again, plainly and with an eviction before every step: each must give the same bytes. */
async function repeatFaults(environment: AnyEnvironment, first: Rollout, seed: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const isEvicted of [false, true]) {
    let next = 0
    const act = () => first.actions[next++] ?? null
    const again = await rollout(environment, { seed, maxSteps: first.actions.length, act, isEvicted })
    const at = first.replies.findIndex((reply, index) => !sameReply(reply, again.replies[index]))
    if (at === -1) continue
    const where = at === 0 ? 'reset' : `step ${at}`
    if (isEvicted) findings.push(error('survives-eviction', `Seed ${seed}: ${where} differs once the state has been through JSON.`))
    else findings.push(error('seed-repeats', `Seed ${seed}: ${where} differs when the same actions are played again.`))
  }
  return findings
}

function sameReply(a: Reply, b: Reply | undefined): boolean {
  if (b === undefined) return false
  return a.observation === b.observation && a.metadata === b.metadata && Object.is(a.reward, b.reward) && a.done === b.done
}

/** An Error or a RangeError is how an environment refuses an action; a TypeError and its like, or nothing but throws, is how code fails. */
function throwFaults({ resetError, stepErrors, actions }: Rollout, seed: number): Finding[] {
  if (resetError !== undefined) return [error('runs', `Seed ${seed}, reset: ${messageOf(resetError)}`)]
  const failure = stepErrors.find(isCodeFault)
  const thrown = failure ?? (stepErrors.length === actions.length ? stepErrors[0] : undefined)
  return thrown === undefined ? [] : [error('runs', `Seed ${seed}, a step: ${messageOf(thrown)}`)]
}

function valueFaults(environment: AnyEnvironment, played: Rollout, seed: number): Finding[] {
  const { turns, changedInPlace } = played
  const findings = throwFaults(played, seed)
  for (const { observation, state, reward } of turns) {
    for (const [part, schema, value] of [
      ['observation', environment.observation, observation],
      ['state', environment.state, state],
    ] as const) {
      const fault = schemaFault(schema, value)
      if (fault !== undefined) findings.push(error('schema-holds', `The ${part} does not match its schema: ${fault}.`))
    }
    if (typeof reward === 'number' && !Number.isFinite(reward)) findings.push(error('reward-is-finite', `A reward is ${reward}.`))
  }
  if (changedInPlace) {
    const message = 'A step changes the state that it is given: return a new one, or replays and forks that share it will differ.'
    findings.push({ level: 'warning', rule: 'state-is-not-changed-in-place', message })
  }
  return findings
}

function schemaFault(schema: z.ZodType, value: unknown): string | undefined {
  const result = schema.safeParse(value)
  if (result.success) return undefined
  const [issue] = result.error.issues
  return `${issue?.path.map(String).join('.') || 'the whole'}: ${issue?.message}`
}

/** One for each fault: the first that was met, and how many more differ from it by a seed, a step or an index. */
function unique(findings: readonly Finding[]): Finding[] {
  const alike = Map.groupBy(findings, ({ rule, message }) => `${rule}/${message.replace(/\d+/g, '')}`)
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const more = new Set(others.map(({ message }) => message).filter((message) => message !== first.message)).size
    return [more === 0 ? first : { ...first, message: `${first.message} (and ${more} more like it)` }]
  })
}
