import { readActionRequest } from './action-request.ts'
import { andThen, orElse } from './awaitable.ts'
import type { Backend, BackendOptions, ToolReply } from './backend.ts'
import { type CompiledEnvironment, compileEnvironment } from './compiled.ts'
import { CallContext, type Lifetime, RESET_TURN, TOOL_TURN } from './context.ts'
import type { World } from './effects.ts'
import type { AnyEnvironment, Awaitable, Context, ResetContext } from './environment.ts'
import { type Episode, printEpisode, printIdentity, readEpisode, readState } from './episode.ts'
import { OpenEnvError } from './errors.ts'
import type { Json, JsonObject } from './json.ts'
import { parseJson } from './json-parse.ts'
import { printJson } from './json-text.ts'
import { episodeIsDone, noEpisode, noEpisodeWithout } from './no-episode.ts'
import type { Reply } from './protocol.ts'
import { readResetRequest } from './reset-request.ts'
import { scoreTurn, withParts } from './rubrics/score-turn.ts'
import { previewState, showState } from './shown-state.ts'
import { chooseTask, keysOfTask } from './tasks/choose-task.ts'
import type { Thrown } from './thrown.ts'
import type { Mode, ToolCall, ToolDescription } from './tool.ts'
import { readTurn, type UnknownTurn } from './turn.ts'

/** Runs an environment's functions here. Owns the episode: a call that throws leaves it as it was. */
export class InProcessBackend implements Backend, Lifetime {
  readonly #environment: AnyEnvironment
  readonly #compiled: CompiledEnvironment
  readonly #world: World
  readonly #mode: Mode
  readonly #onThrow: ((thrown: Thrown) => void) | undefined
  #episode: Episode | undefined
  #stateText = ''
  #snapshot: string | undefined
  #identity: { readonly options: Json; readonly text: string } | undefined
  #effects: readonly unknown[] = []
  #isRepeatable = true
  #ignoredKeys: readonly string[] = []
  #abort: AbortController | undefined

  constructor(environment: AnyEnvironment, world: World, { mode = 'simulation', onThrow }: BackendOptions = {}) {
    this.#mode = mode
    this.#onThrow = onThrow
    this.#environment = environment
    this.#compiled = compileEnvironment(environment)
    this.#world = world
  }

  get episode(): Episode | undefined {
    return this.#episode
  }

  get effects(): readonly unknown[] {
    return this.#effects
  }

  get isRepeatable(): boolean {
    return this.#isRepeatable
  }

  get ignoredKeys(): readonly string[] {
    return this.#ignoredKeys
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController()
    return this.#abort.signal
  }

  reset(data: JsonObject): Awaitable<Reply> {
    const environment = this.#environment
    const { seed, isSeeded, episodeId, options, given, ignoredKeys } = readResetRequest(data, environment)
    const start = { id: episodeId, seed: String(seed), salt: 0, stepCount: 0, callCount: 0 }
    const call = new CallContext(start, this.#world, this, RESET_TURN)
    const previous = this.#episode?.state
    return andThen(chooseTask(environment.tasks, data, seed), (task) => {
      const context = Object.assign(call, { seed, isSeeded, options, task, previous }) as ResetContext<Json, unknown>
      const opened = environment.box === undefined ? undefined : call.openBox(environment.box)
      const begin = () =>
        andThen(environment.reset(context), (turn) => {
          const { name, version } = environment
          const asked = task === undefined ? given : { ...given, ...keysOfTask(task) }
          const reply = this.#accept(turn, { ...start, environment: name, version, options: asked, done: false, state: null }, call)
          this.#ignoredKeys = ignoredKeys
          return reply
        })
      return andThen(opened, () => this.#orUndo('reset', begin))
    })
  }

  step(data: JsonObject): Awaitable<Reply> {
    const action = readActionRequest(data, this.#compiled)
    return andThen(this.#episode ?? this.#startEpisode(), (episode) => this.#stepFrom(episode, action))
  }

  #stepFrom(episode: Episode, action: unknown): Awaitable<Reply> {
    if (episode.done && this.#environment.afterDone !== 'continue') throw episodeIsDone()
    const call = new CallContext(episode, this.#world, this)
    const next = { ...episode, stepCount: episode.stepCount + 1 }
    return this.#orUndo<Reply>('step', () =>
      andThen(this.#environment.step(episode.state, action, call as Context), (turn: UnknownTurn) => {
        const { rubric } = this.#environment
        if (rubric === undefined) return this.#accept(turn, next, call)
        const scoring = { action, before: episode.state, next, context: call as Context }
        return andThen(scoreTurn(this.#environment, rubric, turn, scoring), (score) =>
          this.#accept(score.turn, { ...next, memory: score.memory }, call, score.parts),
        )
      }),
    )
  }

  listTools(): readonly ToolDescription[] | undefined {
    return this.#environment.tools?.list(this.#mode)
  }

  async callTool(request: ToolCall): Promise<ToolReply> {
    const { tools } = this.#environment
    if (tools === undefined) throw new OpenEnvError('EXECUTION_ERROR', 'Environment does not support MCP')
    const episode = this.#episode ?? (await this.#startEpisode())
    const call = new CallContext(episode, this.#world, this, TOOL_TURN - episode.callCount)
    const outcome = await this.#orUndo('call', async () => {
      const found = await tools.call(episode.state, request, call, this.#mode)
      const callCount = episode.callCount + ('error' in found ? 0 : 1)
      this.#become({ ...episode, callCount, state: found.state }, this.#compiled.printState(found.state), call)
      return found
    })
    return 'error' in outcome ? { error: outcome.error } : { result: printJson(outcome.result) }
  }

  async state(): Promise<string> {
    const episode = this.#episode
    return episode === undefined ? previewState(this.#environment, this.#world, this) : showState(this.#environment, episode)
  }

  snapshot(): string | undefined {
    if (this.#episode !== undefined) this.#snapshot ??= printEpisode(this.#identityOf(this.#episode), this.#episode, this.#stateText)
    return this.#snapshot
  }

  restore(snapshot: string | undefined): void {
    this.#episode = snapshot === undefined ? undefined : readEpisode(snapshot, this.#environment)
    this.#stateText = this.#episode === undefined ? '' : this.#compiled.printState(this.#episode.state)
    this.#snapshot = undefined
  }

  close(): void {
    this.#abort?.abort()
  }

  threw(error: unknown, during: Thrown['during'] = 'call'): void {
    const stepCount = during === 'reset' ? 0 : (this.#episode?.stepCount ?? 0)
    if (!(error instanceof OpenEnvError)) this.#onThrow?.({ error, during, stepCount })
  }

  /** An episode's options are an object of its own, so they tell whether the text is still its. */
  #identityOf(episode: Episode): string {
    if (this.#identity?.options !== episode.options) this.#identity = { options: episode.options, text: printIdentity(episode) }
    return this.#identity.text
  }

  /** Prints a turn and makes its episode the current one; throws before anything has changed. */
  #accept(result: UnknownTurn, next: Episode, call: CallContext, parts = ''): Reply {
    const turn = readTurn(result, this.#environment, next.stepCount)
    const stateText = this.#compiled.printState(turn.state)
    const metadata = withParts(turn.metadata, parts)
    const observation = `{"metadata":${metadata}${this.#compiled.printObservation(turn.observation)}}`
    this.#become({ ...next, done: turn.done, state: turn.state }, stateText, call)
    return { observation, metadata, reward: turn.reward, done: turn.done, error: turn.error }
  }

  #become(episode: Episode, stateText: string, { effects, isRepeatable }: CallContext): void {
    this.#episode = episode
    this.#stateText = stateText
    this.#snapshot = undefined
    this.#effects = effects
    this.#isRepeatable = isRepeatable
  }

  /** A throw leaves the episode as it was, even where the author had changed its state in place before that. */
  #orUndo<T>(during: Thrown['during'], work: () => Awaitable<T>): Awaitable<T> {
    const before = this.#episode
    return orElse(work, (error) => {
      this.threw(error, during)
      if (before !== undefined) this.#episode = { ...before, state: readState(parseJson(this.#stateText), this.#environment) }
      throw error
    })
  }

  async #startEpisode(): Promise<Episode> {
    if (this.#environment.beforeReset === 'start') await this.#resetByItself()
    if (this.#episode !== undefined) return this.#episode
    throw noEpisode()
  }

  async #resetByItself(): Promise<void> {
    try {
      await this.reset({})
    } catch (error) {
      const lacksOptions = error instanceof OpenEnvError && error.code === 'VALIDATION_ERROR'
      throw lacksOptions ? noEpisodeWithout(this.#compiled.optionKeys, error) : error
    }
  }
}
