import { createBox } from '../../core/box/box.ts'
import { InProcessBackend } from '../../core/in-process-backend.ts'
import { type AnyEnvironment, createRng, type Environment, type Turn } from '../../core/index.ts'
import { Session } from '../../core/session.ts'

/** The data of an answer. */
export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: what crossed the wire, whose shape is what the tests are about.
  readonly observation: any
  readonly reward: number | null
  readonly done: boolean
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly metadata?: any
}

/** A session played by frames. An error frame is thrown as an Error of its text. */
export interface Played {
  reset(data?: object): Promise<Answer>
  step(action: object): Promise<Answer>
  // biome-ignore lint/suspicious/noExplicitAny: what crossed the wire.
  state(): Promise<any>
  /** The answer to a frame as it crossed the wire. */
  raw(frame: object): Promise<string>
}

const WORLD = {
  fetch: () => Promise.reject(new Error('no network in this test')),
  now: () => 0,
  secret: () => '',
}

export function openSession(environment: AnyEnvironment): Played {
  const session = new Session(new InProcessBackend(environment, WORLD))
  const raw = async (frame: object) => (await session.receive(JSON.stringify(frame))) ?? ''
  const ask = async (frame: object) => {
    const { type, data } = JSON.parse(await raw(frame))
    if (type === 'error') throw new Error(data.message)
    return data
  }
  return {
    raw,
    reset: (data = {}) => ask({ type: 'reset', data }),
    step: (data) => ask({ type: 'step', data }),
    state: () => ask({ type: 'state' }),
  }
}

/** Plays the author's functions themselves, where thousands of episodes are too many for frames. */
export function playDirectly<Action, Observation, State, Options>(environment: Environment<Action, Observation, State, Options>) {
  const context = (seed: number, stepCount: number) => ({
    ...WORLD,
    rng: createRng(seed, 0, stepCount),
    stepCount,
    episodeId: 'direct',
    box: createBox(() => Promise.reject(new Error('no box in this test'))),
    signal: new AbortController().signal,
  })
  return {
    reset: async (seed: number, options: Options): Promise<Turn<Observation, State>> =>
      environment.reset({
        ...context(seed, -1),
        stepCount: 0,
        seed: BigInt(seed),
        isSeeded: true,
        task: undefined,
        previous: undefined,
        options,
      }),
    step: async (seed: number, stepCount: number, state: State, action: Action): Promise<Turn<Observation, State>> =>
      environment.step(state, action, context(seed, stepCount)),
  }
}
