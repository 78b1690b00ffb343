import { z } from 'zod'
import { BoxError } from '../../core/box/box-error.ts'
import { BoxFailure, MAX_MESSAGE_BYTES, OPEN_BOX } from '../../core/box/protocol.ts'
import { type Json, type JsonObject, OpenEnvError, readBoxAnswer, type World } from '../../core/internal.ts'
import type { BoxBindings } from './bindings.ts'
import { type AnswerText, lost } from './box-answer.ts'
import { type BoxCall, BoxSocket } from './box-socket.ts'
import type { EnvironmentBox } from './environment-box.ts'
import { EPISODE_HEADER } from './way-in.ts'

/** What a command, a file or a kernel is given when its call names no limit of its own (containers/box). */
const DEFAULT_LIMIT_MS = 120_000
/** What the box adds to a call's own limit: its end, its output, the way here. */
const ANSWER_GRACE_MS = 15_000
/** What is left of a frame once it says whose it is. */
const MAX_REQUEST_BYTES = MAX_MESSAGE_BYTES - 1024

const Answer = z.union([
  // Parsed from JSON text, so whatever is there is JSON.
  z.object({ result: z.custom<Json>((value) => value !== undefined) }),
  BoxFailure,
  z.object({ fault: z.object({ code: z.enum(['CONTAINER_LOST', 'CAPACITY_REACHED']), message: z.string() }) }),
])
const OpenRequest = z.object({ allow: z.array(z.string()) })

/** The box of a session: an object of its own under the session's id. */
export interface SessionBox {
  readonly ask: NonNullable<World['askBox']>
  /** Ends the session's container, if there is one. */
  close(): Promise<void>
}

/** The box of the session with this id; undefined where the deployment binds none. */
export function sessionBox(bindings: object, sessionId: string): SessionBox | undefined {
  if (!hasBoxes(bindings)) return undefined
  const { BOXES } = bindings
  const id = BOXES.idFromName(sessionId)
  // Asked for anew each time: one that has seen its object end is of no further use.
  const way = new WayToBox(() => BOXES.get(id))
  return {
    ask: async (episodeId, route, body) =>
      readAnswer(await (route === OPEN_BOX ? way.open(episodeId, OpenRequest.parse(body).allow) : way.ask(episodeId, callOf(route, body)))),
    close: () => way.close(),
  }
}

/**
 * The box's object opens and closes the container by RPC, and hands out the socket into it on which calls go: a call by RPC costs a
 * session half as much again, in time and CPU, as all else that a step in a container does in the runtime.
 */
class WayToBox {
  readonly #stub: () => DurableObjectStub<EnvironmentBox>
  #socket: BoxSocket | undefined
  #entering: Promise<BoxSocket | AnswerText> | undefined
  /** How often the container was given to another episode, or ended: a socket that comes later is of the one before. */
  #lefts = 0

  constructor(stub: () => DurableObjectStub<EnvironmentBox>) {
    this.#stub = stub
  }

  open(episodeId: string, allow: readonly string[]): Promise<AnswerText> {
    this.#leave()
    return this.#stub().open(episodeId, allow)
  }

  async ask(episodeId: string, call: BoxCall): Promise<AnswerText> {
    const entered = await this.#enter(episodeId)
    if (typeof entered === 'string') return entered
    const answer = await entered.ask(call)
    if (answer !== undefined) return answer
    // Left for another episode, whose container this may be by now.
    return entered.isLeft ? lost('it was stopped') : this.#stub().giveUp(episodeId)
  }

  close(): Promise<void> {
    this.#leave()
    return this.#stub().close()
  }

  /** The socket for an episode, or why there is none. Calls that are made together wait for the same one. */
  async #enter(episodeId: string): Promise<BoxSocket | AnswerText> {
    while (this.#entering !== undefined) await this.#entering
    if (this.#socket?.isOpen === true && this.#socket.episodeId === episodeId) return this.#socket
    this.#socket?.close()
    this.#entering = this.#openSocket(episodeId).finally(() => {
      this.#entering = undefined
    })
    return this.#entering
  }

  async #openSocket(episodeId: string): Promise<BoxSocket | AnswerText> {
    const lefts = this.#lefts
    const response = await this.#stub().fetch('http://box/', { headers: { upgrade: 'websocket', [EPISODE_HEADER]: episodeId } })
    if (response.webSocket === null) return response.text()
    const socket = new BoxSocket(response.webSocket, episodeId, () => this.#renew())
    if (lefts === this.#lefts) this.#socket = socket
    else socket.close()
    return socket
  }

  #leave(): void {
    this.#lefts++
    this.#socket?.close()
  }

  /** An object that has ended meanwhile has nothing to keep awake. */
  #renew(): void {
    this.#stub()
      .renew()
      .catch(() => {})
  }
}

function hasBoxes(bindings: object): bindings is BoxBindings {
  return 'BOXES' in bindings && typeof bindings.BOXES === 'object' && bindings.BOXES !== null
}

function callOf(route: string, body: JsonObject): BoxCall {
  const { timeoutMs } = body
  const text = JSON.stringify(body)
  // One that is longer closes the socket. No character has more than three bytes.
  const bytes = 3 * text.length < MAX_REQUEST_BYTES ? 0 : new TextEncoder().encode(text).length
  if (bytes > MAX_REQUEST_BYTES) throw new BoxError('TOO_LARGE', `The request has ${bytes} bytes, of at most ${MAX_REQUEST_BYTES}.`)
  return { route, body: text, limitMs: (typeof timeoutMs === 'number' ? timeoutMs : DEFAULT_LIMIT_MS) + ANSWER_GRACE_MS }
}

function readAnswer(text: AnswerText): Json {
  const answer = Answer.parse(JSON.parse(text))
  if ('fault' in answer) throw new OpenEnvError(answer.fault.code, answer.fault.message)
  return readBoxAnswer(answer)
}
