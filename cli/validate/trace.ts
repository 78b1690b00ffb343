import { createRng } from '../../core/index.ts'
import { CommandError } from '../command-error.ts'
import type { RemoteEnvironment } from '../remote-environment.ts'
import { type Answer, type Turn, Wire } from '../wire.ts'

/** One episode played for a check: what was sent and what came back. */
export interface Trace {
  /** Refused ones included: some environments count them. */
  readonly actions: readonly object[]
  /** What answered the reset and each action: a turn, or an error. */
  readonly answers: readonly Answer[]
  /** The answers that are turns. */
  readonly turns: readonly Turn[]
  /** Sum of the numeric rewards. */
  readonly total: number
}

export interface TraceOptions {
  readonly seed: number
  /** Of the policy; the same episode seed is played with different chances. */
  readonly chance?: number
  readonly maxSteps: number
  /** Plays these instead of drawing. */
  readonly actions?: readonly object[]
}

/** Plays an episode on a socket of its own. */
export async function playTrace(environment: RemoteEnvironment, options: TraceOptions): Promise<Trace> {
  const wire = await Wire.open(environment.base)
  try {
    return await playOn(wire, environment, options)
  } finally {
    wire.close()
  }
}

/** Plays an episode on an open socket. */
export async function playOn(
  wire: Wire,
  environment: RemoteEnvironment,
  { seed, chance = 0, maxSteps, actions }: TraceOptions,
): Promise<Trace> {
  const rng = createRng(seed, chance)
  const reset = await wire.ask('reset', { seed, episode_id: `validate-${seed}` })
  if (reset.type !== 'observation') throw new CommandError(`reset is answered by ${JSON.stringify(reset)}.`)
  const [answers, turns, taken]: [Answer[], Turn[], object[]] = [[reset], [readTurn(reset)], []]
  while (taken.length < maxSteps && !turns.at(-1)?.done) {
    const action = actions === undefined ? environment.drawAction(rng) : actions[taken.length]
    if (action === undefined) break
    const answer = await wire.ask('step', action)
    taken.push(action)
    answers.push(answer)
    if (answer.type === 'observation') turns.push(readTurn(answer))
  }
  const total = turns.reduce((sum, { reward }) => sum + (typeof reward === 'number' ? reward : 0), 0)
  return { actions: taken, answers, turns, total }
}

/** A turn as it came: the checks say what is wrong with it. */
function readTurn({ data }: Answer): Turn {
  return { observation: data.observation, reward: data.reward, done: data.done } as Turn
}
