import { z } from 'zod'
import { BoxError } from '../../core/box/box-error.ts'
import { BoxFailure, MAX_MESSAGE_BYTES, OPEN_BOX } from '../../core/box/protocol.ts'
import { type Json, type JsonObject, OpenEnvError, readBoxAnswer, type World } from '../../core/internal.ts'
import type { BoxBindings } from './bindings.ts'
import type { AnswerText } from './box-answer.ts'
import type { BoxCall } from './box-socket.ts'
import { WayToBox } from './way-to-box.ts'

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
