import { type Box, createBox } from './box/box.ts'
import { OPEN_BOX } from './box/protocol.ts'
import { type Effect, type RecordedWorld, recordWorld, type World } from './effects.ts'
import type { BoxDefinition, Context } from './environment.ts'
import type { Episode } from './episode.ts'
import { createRng, type Rng } from './rng.ts'

/** The step count that stands for `reset` in the generator's seed, so that the first step does not see the same numbers again. */
export const RESET_TURN = -1

/** The same for an episode's first tool call that is no step; each later one is one less. */
export const TOOL_TURN = -2

/** Whoever started the call: its signal is aborted when the client has gone. */
export interface Lifetime {
  readonly signal: AbortSignal
  /** Hears of a throw that became the answer of a tool. */
  threw?(thrown: unknown): void
}

/** The context of one call. Its parts are made when they are first asked for: most environments ask for none or one. */
export class CallContext implements Context {
  readonly stepCount: number
  readonly episodeId: string
  readonly #episode: Pick<Episode, 'seed' | 'salt'>
  readonly #world: World
  readonly #lifetime: Lifetime
  readonly #turn: number
  #rng: Rng | undefined
  #recorded: RecordedWorld | undefined
  #box: Box | undefined

  constructor(episode: Pick<Episode, 'id' | 'seed' | 'salt' | 'stepCount'>, world: World, lifetime: Lifetime, turn = episode.stepCount) {
    this.stepCount = episode.stepCount
    this.episodeId = episode.id
    this.#episode = episode
    this.#world = world
    this.#lifetime = lifetime
    this.#turn = turn
  }

  get rng(): Rng {
    this.#rng ??= createRng(this.#episode.seed, this.#episode.salt, this.#turn)
    return this.#rng
  }

  get signal(): AbortSignal {
    return this.#lifetime.signal
  }

  get fetch(): typeof fetch {
    return this.#recording.fetch
  }

  now(): number {
    return this.#recording.now()
  }

  secret(name: string): string {
    return this.#recording.secret(name)
  }

  get box(): Box {
    this.#box ??= createBox((route, body) => this.#recording.askBox(this.episodeId, route, body))
    return this.#box
  }

  /** Gives the episode a clean container. */
  async openBox(definition: BoxDefinition): Promise<void> {
    await this.#recording.askBox(this.episodeId, OPEN_BOX, { allow: [...(definition.allow ?? [])] })
  }

  /** A tool's throw, which its answer tells without saying where it was. */
  threw(thrown: unknown): void {
    this.#lifetime.threw?.(thrown)
  }

  /** What the world answered during this call. */
  get effects(): readonly Effect[] {
    return this.#recorded?.effects ?? []
  }

  /** False where the world still owes an answer: to play the call again could go otherwise. */
  get isRepeatable(): boolean {
    return this.#recorded?.isComplete ?? true
  }

  get #recording(): RecordedWorld {
    this.#recorded ??= recordWorld(this.#world)
    return this.#recorded
  }
}
