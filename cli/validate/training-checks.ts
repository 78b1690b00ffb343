import type { RemoteEnvironment } from '../remote-environment.ts'
import type { Check } from './checks.ts'
import type { Outcome } from './report.ts'
import { playTrace } from './trace.ts'

const GROUP = 8
const MAX_STEPS = 32
/** Actions that are each repeated: a card may list dozens of examples. */
const MAX_CONSTANTS = 4
/** Of the best episode's return: what random play may earn on average before there is little left to learn. */
const RANDOM_SHARE = 0.9

/** What episodes returned that know nothing of the environment. */
interface Played {
  /** Random episodes, a group of them for each of two seeds. */
  readonly groups: readonly (readonly number[])[]
  /** Of each repeated action, its return on average. */
  readonly constants: readonly { readonly action: object; readonly mean: number }[]
}

/** What makes an environment worth training on. None of it is a fault: a person decides. The episodes are played once for all. */
export function createTrainingChecks(environment: RemoteEnvironment): readonly Check[] {
  let played: Promise<Played> | undefined
  const judge = (outcome: (played: Played) => Outcome) => async () => {
    played ??= playIgnorantly(environment)
    return outcome(await played)
  }
  return [
    { id: 'openenv_edge.reward_variance', run: judge(judgeVariance) },
    { id: 'openenv_edge.random_policy', run: judge(judgeRandomPolicy) },
    { id: 'openenv_edge.constant_policy', run: judge(judgeConstantPolicy) },
  ]
}

async function playIgnorantly(environment: RemoteEnvironment): Promise<Played> {
  const groups: number[][] = [[], []]
  for (const [index, group] of groups.entries())
    for (let chance = 1; chance <= GROUP; chance++)
      group.push((await playTrace(environment, { seed: index + 1, chance, maxSteps: MAX_STEPS })).total)
  const constants: { action: object; mean: number }[] = []
  for (const action of environment.examples.slice(0, MAX_CONSTANTS)) {
    const returns: number[] = []
    for (const seed of [1, 2, 3, 4])
      returns.push((await playTrace(environment, { seed, maxSteps: MAX_STEPS, actions: Array(MAX_STEPS).fill(action) })).total)
    constants.push({ action, mean: mean(returns) })
  }
  return { groups, constants }
}

/** Random episodes of one seed, as GRPO groups them: with equal returns a group has no gradient. */
function judgeVariance({ groups: [group = []] }: Played): Outcome {
  const measured = { floor: Math.min(...group), ceiling: Math.max(...group) }
  if (measured.floor < measured.ceiling) return { status: 'pass', measured }
  return {
    status: 'warn',
    message: `${GROUP} random episodes of one seed all return ${measured.floor}: a group of them has no gradient.`,
    measured,
  }
}

function judgeRandomPolicy({ groups, constants }: Played): Outcome {
  const random = groups.flat()
  const measured = { random: mean(random), best: Math.max(...random, ...constants.map((one) => one.mean)) }
  const isFarmed = measured.best > Math.min(...random) && measured.random >= RANDOM_SHARE * measured.best
  if (!isFarmed || measured.best <= 0) return { status: 'pass', measured }
  return {
    status: 'warn',
    message: `Random play returns ${round(measured.random)} on average, the best episode ${round(measured.best)}: there is little to learn.`,
    measured,
  }
}

/** One action played over and over, which knows nothing, must not do as well as the best that chance found. */
function judgeConstantPolicy({ groups, constants }: Played): Outcome {
  const random = groups.flat()
  const [best] = [...constants].sort((one, other) => other.mean - one.mean)
  if (best === undefined)
    return { status: 'skip', message: 'No example action to repeat.', remedy: 'Give the environment `examples`: actions that it takes.' }
  const measured = { constant: best.mean, random: mean(random), best: Math.max(...random) }
  if (measured.constant <= measured.random || measured.constant < measured.best) return { status: 'pass', measured }
  return {
    status: 'warn',
    message: `Repeating ${JSON.stringify(best.action)} returns ${round(best.mean)} on average, the best of random play ${round(measured.best)}.`,
    measured,
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
