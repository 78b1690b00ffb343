import type { AnyEnvironment, Awaitable, Context, ResetContext, Turn } from '../environment.ts'
import { InProcessBackend } from '../in-process-backend.ts'
import type { Json } from '../json.ts'
import type { Reply } from '../protocol.ts'
import { createRng, type Rng } from '../rng.ts'

/** One scripted episode: what was sent, what came back, and what the author's functions returned on the way. */
export interface Rollout {
  readonly actions: readonly Json[]
  readonly replies: readonly Reply[]
  readonly turns: readonly Turn<unknown, Json>[]
  /** What reset threw; the rollout ends there. */
  readonly resetError: unknown
  /** What steps threw. A refused action is no fault: the episode is as it was and goes on. */
  readonly stepErrors: readonly unknown[]
  /** The state given to a step was changed in place. */
  readonly changedInPlace: boolean
}

export interface RolloutOptions {
  readonly seed: number
  readonly maxSteps: number
  /** Called for each action; gets the reply before it. */
  readonly act: (reply: Reply, rng: Rng) => Json
  /** Rebuilds the backend from its snapshot before every step, as eviction does. */
  readonly isEvicted: boolean
}

/** Plays an episode until it is done, a step limit, or a throw. */
export async function rollout(environment: AnyEnvironment, { seed, maxSteps, act, isEvicted }: RolloutOptions): Promise<Rollout> {
  const turns: Turn<unknown, Json>[] = []
  const stepErrors: unknown[] = []
  const replies: Reply[] = []
  const actions: Json[] = []
  const marks = { changedInPlace: false }
  const watched = watch(environment, turns, marks)
  const rng = createRng(seed, 1)
  let backend = new InProcessBackend(watched, WORLD)
  try {
    replies.push(await backend.reset({ seed, episode_id: 'check' }))
  } catch (resetError) {
    return { actions, replies, turns, resetError, stepErrors, ...marks }
  }
  let reply = replies[0] as Reply
  while (actions.length < maxSteps && !reply.done) {
    const action = act(reply, rng)
    if (isEvicted) backend = evict(backend, watched)
    actions.push(action)
    try {
      reply = await backend.step(action as Record<string, Json>)
    } catch (error) {
      stepErrors.push(error)
    }
    replies.push(reply)
  }
  return { actions, replies, turns, resetError: undefined, stepErrors, ...marks }
}

const WORLD = {
  fetch: () => Promise.reject(new Error('The check has no network.')),
  now: () => 0,
  secret: () => '',
}

function evict(backend: InProcessBackend, environment: AnyEnvironment): InProcessBackend {
  const next = new InProcessBackend(environment, WORLD)
  next.restore(backend.snapshot())
  return next
}

/** The environment, with what its functions return noted and changes to a given state noticed. */
function watch(environment: AnyEnvironment, turns: Turn<unknown, Json>[], marks: { changedInPlace: boolean }): AnyEnvironment {
  async function noted(turn: Awaitable<Turn<unknown, Json>>): Promise<Turn<unknown, Json>> {
    const result = await turn
    turns.push(result)
    return result
  }
  return {
    ...environment,
    reset: (context: ResetContext<Json, unknown>) => noted(environment.reset(context)),
    async step(state: Json, action: unknown, context: Context) {
      const before = stableText(state)
      const turn = await noted(environment.step(state, action, context))
      if (stableText(state) !== before) marks.changedInPlace = true
      return turn
    },
  }
}

/** JSON text that also shows bigints; only for comparing. */
function stableText(value: Json): string {
  return JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}n` : item))
}
