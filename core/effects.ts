import { BoxError } from './box/box-error.ts'
import { messageOf, OpenEnvError } from './errors.ts'
import type { Json, JsonObject } from './json.ts'

/** What the outside world answered one call: enough to answer it again. A secret's value is never among them. */
export type Effect =
  | { kind: 'now'; value: number }
  | { kind: 'fetch'; status: number; headers: [string, string][]; body: string }
  | { kind: 'box'; answer: BoxAnswer }
  /** What was asked for and thrown instead: a secret that is not set, a host that nobody reaches. */
  | { kind: 'failure'; of: 'fetch' | 'box' | 'secret'; name: string; message: string }

/** What a box answers: a result, or what it refused (a BoxError). */
export type BoxAnswer = { result: Json } | { error: { code: string; message: string } }

/** Where effects come from: the world, or the recording of an earlier run. */
export interface World {
  fetch: typeof fetch
  now(): number
  secret(name: string): string
  /**
   * Asks the box of an episode. Throws a BoxError for what the box refuses, `CONTAINER_LOST` when it is gone. Absent where there are
   * no containers.
   */
  askBox?(episodeId: string, route: string, body: JsonObject): Promise<Json>
}

/** A world that also writes down what it answered. */
export interface RecordedWorld extends Required<World> {
  readonly effects: readonly Effect[]
  /** Everything that was asked for has been answered: the recording can answer it again. */
  readonly isComplete: boolean
}

const NO_CONTAINERS = 'There are no containers here, and this environment needs one (docs/containers.md).'

/** Statuses whose response may have no body (Fetch standard, "null body status"). */
const BODILESS = new Set([101, 204, 205, 304])

/** Records what `world` answers. Bodies are kept as base64, so any bytes survive. */
export function recordWorld(world: World): RecordedWorld {
  // In the order of the asking, which is the order of a replay: what is asked at the same time may be answered in another.
  const slots: (Effect | undefined)[] = []
  async function ask<T>(of: 'fetch' | 'box', answer: (slot: number) => Promise<T>): Promise<T> {
    const slot = slots.push(undefined) - 1
    try {
      return await answer(slot)
    } catch (error) {
      slots[slot] = failureOf(of, error)
      throw error
    }
  }
  return {
    get effects() {
      return slots.filter((effect) => effect !== undefined)
    },
    get isComplete() {
      return !slots.includes(undefined)
    },
    secret(name) {
      try {
        return world.secret(name)
      } catch (error) {
        slots.push(failureOf('secret', error))
        throw error
      }
    },
    now() {
      const value = world.now()
      slots.push({ kind: 'now', value })
      return value
    },
    async askBox(episodeId, route, body) {
      const { askBox } = world
      if (askBox === undefined) throw new OpenEnvError('FACTORY_ERROR', NO_CONTAINERS)
      return ask('box', async (slot) => {
        const result = await askBox.call(world, episodeId, route, body)
        slots[slot] = { kind: 'box', answer: { result } }
        return result
      })
    },
    fetch: (input, init) =>
      ask('fetch', async (slot) => {
        const response = await world.fetch(input, init)
        const bytes = new Uint8Array(await response.arrayBuffer())
        const effect: Effect = { kind: 'fetch', status: response.status, headers: [...response.headers], body: toBase64(bytes) }
        slots[slot] = effect
        return toResponse(effect)
      }),
  }
}

function failureOf(of: 'fetch' | 'box' | 'secret', error: unknown): Effect {
  if (of === 'box' && error instanceof BoxError) return { kind: 'box', answer: { error: { code: error.code, message: error.message } } }
  return { kind: 'failure', of, name: error instanceof Error ? error.name : 'Error', message: messageOf(error) }
}

/** What is caught again is known by its name and message; a TypeError, which is how `fetch` fails, by its class too. */
function toError({ name, message }: Extract<Effect, { kind: 'failure' }>): Error {
  return name === 'TypeError' ? new TypeError(message) : Object.assign(new Error(message), { name })
}

/** Answers from a recording, in its order. Throws when the environment asks for something else than it did then. */
export function replayWorld(effects: readonly Effect[]): RecordedWorld {
  let next = 0
  function take<Kind extends Effect['kind']>(kind: Kind): Extract<Effect, { kind: Kind }> {
    const effect = effects[next++]
    if (effect?.kind === 'failure' && effect.of === kind) throw toError(effect)
    if (effect?.kind !== kind) throw new Error(`The replay asks for "${kind}" where the recording has ${effect?.kind ?? 'nothing'}.`)
    return effect as Extract<Effect, { kind: Kind }>
  }
  return {
    effects,
    isComplete: true,
    secret() {
      const effect = effects[next]
      if (effect?.kind !== 'failure' || effect.of !== 'secret') return ''
      next++
      throw toError(effect)
    },
    now: () => take('now').value,
    fetch: async () => toResponse(take('fetch')),
    askBox: async () => readBoxAnswer(take('box').answer),
  }
}

/** A box's result; what it refused is thrown. */
export function readBoxAnswer(answer: BoxAnswer): Json {
  if ('error' in answer) throw new BoxError(answer.error.code, answer.error.message)
  return answer.result
}

function toResponse({ status, headers, body }: Extract<Effect, { kind: 'fetch' }>): Response {
  return new Response(BODILESS.has(status) ? null : fromBase64(body), { status, headers })
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** Reads effects that were stored as JSON. */
export function readEffects(stored: Json | undefined): Effect[] {
  return Array.isArray(stored) ? (stored as unknown as Effect[]) : []
}
