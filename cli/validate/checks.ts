import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { RemoteEnvironment } from '../remote-environment.ts'
import { Wire } from '../wire.ts'
import type { Outcome } from './report.ts'
import { playOn, playTrace, type Trace } from './trace.ts'

const PASS: Outcome = { status: 'pass' }
const SEEDS = [1, 2, 3, 4]
const MAX_STEPS = 32

export interface Check {
  readonly id: string
  run(environment: RemoteEnvironment): Promise<Outcome>
}

/** What is asked of a running environment over its socket. */
export const contractChecks: readonly Check[] = [
  { id: 'runtime.observation_schema', run: checkObservations },
  { id: 'runtime.reward_well_formed', run: checkRewards },
  { id: 'runtime.state_contract', run: checkState },
  { id: 'runtime.seed_control', run: checkSeeds },
  { id: 'runtime.episode_isolation', run: checkIsolation },
  { id: 'openenv_edge.errors_are_answers', run: checkErrors },
  { id: 'openenv_edge.resume', run: checkResume },
]

function fail(message: string, measured: Readonly<Record<string, unknown>> = {}): Outcome {
  return { status: 'fail', message, measured }
}

async function checkObservations({ schemas, ...environment }: RemoteEnvironment): Promise<Outcome> {
  const ofStep = readSchema(schemas.observation)
  const ofReset = schemas.reset_observation ? readSchema(schemas.reset_observation) : ofStep
  for (const seed of SEEDS) {
    const { turns } = await playTrace({ schemas, ...environment }, { seed, maxSteps: MAX_STEPS })
    for (const [step, { observation, reward, done }] of turns.entries()) {
      if (typeof done !== 'boolean') return fail(`Seed ${seed}, turn ${step}: done is ${JSON.stringify(done)}, no boolean.`)
      // What answers `list_tools` has a shape of its own, which no server's /schema tells.
      if (Array.isArray(observation.tools)) continue
      const { error } = (step === 0 ? ofReset : ofStep).safeParse({ ...observation, reward, done })
      if (error) return fail(`Seed ${seed}, turn ${step}: the observation is not what /schema says. ${z.prettifyError(error)}`)
    }
  }
  return PASS
}

function readSchema(schema: object): z.ZodType {
  return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
}

async function checkRewards(environment: RemoteEnvironment): Promise<Outcome> {
  const rewards: unknown[] = []
  for (const seed of SEEDS)
    rewards.push(...(await playTrace(environment, { seed, maxSteps: MAX_STEPS })).turns.slice(1).map(({ reward }) => reward))
  const wrong = rewards.find((reward) => reward !== null && typeof reward !== 'number')
  if (wrong !== undefined) return fail(`A step’s reward is ${JSON.stringify(wrong)}, neither a number nor null.`)
  if (rewards.length > 0 && rewards.every((reward) => reward === null))
    return { status: 'warn', message: 'Every step’s reward is null: NaN prints as null.' }
  return PASS
}

async function checkState(environment: RemoteEnvironment): Promise<Outcome> {
  const wire = await Wire.open(environment.base)
  try {
    const { turns, actions } = await playOn(wire, environment, { seed: 1, maxSteps: 5 })
    const { data } = await wire.ask('state')
    if (data.episode_id !== 'validate-1')
      return fail(`state.episode_id is ${JSON.stringify(data.episode_id)}, not the one that reset asked for.`)
    // A refused action counts in some environments, as it does in upstream's.
    const counts = [turns.length - 1, actions.length]
    if (!Number.isSafeInteger(data.step_count)) return fail(`state.step_count is ${JSON.stringify(data.step_count)}, no whole number.`)
    // Some count an opponent's moves as well, or legal ones alone, as upstream's do.
    if (!counts.includes(Number(data.step_count)))
      return { status: 'warn', message: `state.step_count is ${data.step_count} after ${counts[0]} steps: it counts something else.` }
    return PASS
  } finally {
    wire.close()
  }
}

async function checkSeeds(environment: RemoteEnvironment): Promise<Outcome> {
  for (const seed of SEEDS) {
    const first = await playTrace(environment, { seed, maxSteps: MAX_STEPS })
    const again = await playTrace(environment, { seed, maxSteps: MAX_STEPS, actions: first.actions })
    const at = differenceAt(first, again)
    if (at !== undefined)
      return fail(`Seed ${seed} differs at ${at === 0 ? 'reset' : `step ${at}`} when the same actions are played again.`)
  }
  return PASS
}

/** Two episodes step by turns on two sockets; each must be as if it were alone. */
async function checkIsolation(environment: RemoteEnvironment): Promise<Outcome> {
  const [one, two] = [await playTrace(environment, { seed: 1, maxSteps: 16 }), await playTrace(environment, { seed: 2, maxSteps: 16 })]
  const [again, other] = await Promise.all([
    playTrace(environment, { seed: 1, maxSteps: 16, actions: one.actions }),
    playTrace(environment, { seed: 2, maxSteps: 16, actions: two.actions }),
  ])
  if (differenceAt(one, again) === undefined && differenceAt(two, other) === undefined) return PASS
  return fail('An episode differs when another is played beside it.')
}

function differenceAt(a: Trace, b: Trace): number | undefined {
  const at = a.answers.findIndex((answer, index) => !isDeepStrictEqual(answer, b.answers[index]))
  return at === -1 ? undefined : at
}

async function checkErrors(environment: RemoteEnvironment): Promise<Outcome> {
  const wire = await Wire.open(environment.base)
  try {
    await playOn(wire, environment, { seed: 1, maxSteps: 1 })
    const before = await wire.ask('state')
    for (const frame of ['{', '{"type":"fly"}', '{"type":"step","data":{"no_such_field_of_an_action":1}}']) {
      const reply: unknown = JSON.parse(await wire.exchange(frame))
      if (!(typeof reply === 'object' && reply !== null && 'type' in reply && reply.type === 'error'))
        return fail(`${frame} is not answered by an error frame.`)
    }
    if (isDeepStrictEqual(await wire.ask('state'), before)) return PASS
    return fail('A frame that no schema admits changed the episode’s state.')
  } finally {
    wire.close()
  }
}

async function checkResume(unnamed: RemoteEnvironment): Promise<Outcome> {
  if (!unnamed.hasNamedSessions) return { status: 'skip', message: 'This server has no named sessions: an episode ends with its socket.' }
  const environment = { ...unnamed, base: `${unnamed.base}/s/validate-${crypto.randomUUID()}` }
  const first = await Wire.open(environment.base)
  await playOn(first, environment, { seed: 1, maxSteps: 3 })
  const before = await first.ask('state')
  first.close()
  const second = await Wire.open(environment.base)
  const after = await second.ask('state')
  second.close()
  return isDeepStrictEqual(after, before) ? PASS : fail('A named session is not as it was left once its socket is cut.')
}
