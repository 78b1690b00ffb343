import type { RemoteEnvironment } from '../remote-environment.ts'
import type { Check } from './checks.ts'
import type { Outcome } from './report.ts'
import { playTrace } from './trace.ts'

const GROUP = 8
const MAX_STEPS = 32

/** What makes an environment worth training on. None of it is a fault: a person decides. */
export const trainingChecks: readonly Check[] = [
  { id: 'openenv_edge.reward_variance', run: checkVariance },
  { id: 'openenv_edge.constant_policy', run: checkConstantPolicy },
]

/** Eight random episodes of one seed, as GRPO groups them: with equal returns a group has no gradient. */
async function checkVariance(environment: RemoteEnvironment): Promise<Outcome> {
  const returns = await randomReturns(environment, 1)
  const measured = { floor: Math.min(...returns), ceiling: Math.max(...returns) }
  if (measured.floor < measured.ceiling) return { status: 'pass', measured }
  return {
    status: 'warn',
    message: `${GROUP} random episodes of one seed all return ${measured.floor}: a group of them has no gradient.`,
    measured,
  }
}

/** One action played over and over, which knows nothing, must not do as well as the best that chance found. */
async function checkConstantPolicy(environment: RemoteEnvironment): Promise<Outcome> {
  const [action] = environment.examples
  if (action === undefined) return { status: 'skip', message: 'No example action to repeat.' }
  const random = [...(await randomReturns(environment, 1)), ...(await randomReturns(environment, 2))]
  const constant: number[] = []
  for (const seed of [1, 2, 3, 4])
    constant.push((await playTrace(environment, { seed, maxSteps: MAX_STEPS, actions: Array(MAX_STEPS).fill(action) })).total)
  const measured = { random: mean(random), best: Math.max(...random), constant: mean(constant) }
  if (measured.constant <= measured.random || measured.constant < measured.best) return { status: 'pass', measured }
  return {
    status: 'warn',
    message: `Repeating ${JSON.stringify(action)} returns ${measured.constant} on average, the best of random play ${measured.best}.`,
    measured,
  }
}

async function randomReturns(environment: RemoteEnvironment, seed: number): Promise<number[]> {
  const returns: number[] = []
  for (let chance = 1; chance <= GROUP; chance++) returns.push((await playTrace(environment, { seed, chance, maxSteps: MAX_STEPS })).total)
  return returns
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
