import { z } from 'zod'
import { BoxFailure, OPEN_BOX } from '../../core/box/protocol.ts'
import { type Json, type JsonObject, OpenEnvError, readBoxAnswer, type World } from '../../core/internal.ts'
import type { BoxBindings } from './bindings.ts'
import type { EnvironmentBox } from './environment-box.ts'

/** What a command, a file or a kernel is given when its call names no limit of its own (containers/box). */
const DEFAULT_LIMIT_MS = 120_000
/** What the box adds to a call's own limit: its end, its output, the way here. */
const ANSWER_GRACE_MS = 15_000

const Answer = z.union([
  // Parsed from JSON text, so whatever is there is JSON.
  z.object({ result: z.custom<Json>((value) => value !== undefined) }),
  BoxFailure,
  z.object({ fault: z.object({ code: z.enum(['CONTAINER_LOST', 'CAPACITY_REACHED']), message: z.string() }) }),
])
const OpenRequest = z.object({ allow: z.array(z.string()) })

/** The box of a session: an object of its own under the session's id, reached by RPC. */
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
  const stub = () => BOXES.get(id)
  return {
    ask: async (episodeId, route, body) => readAnswer(await askStub(stub(), episodeId, route, body)),
    close: () => stub().close(),
  }
}

function hasBoxes(bindings: object): bindings is BoxBindings {
  return 'BOXES' in bindings && typeof bindings.BOXES === 'object' && bindings.BOXES !== null
}

function askStub(stub: DurableObjectStub<EnvironmentBox>, episodeId: string, route: string, body: JsonObject): Promise<string> {
  if (route === OPEN_BOX) return stub.open(episodeId, OpenRequest.parse(body).allow)
  const { timeoutMs } = body
  const limitMs = (typeof timeoutMs === 'number' ? timeoutMs : DEFAULT_LIMIT_MS) + ANSWER_GRACE_MS
  return stub.ask(episodeId, { route, body: JSON.stringify(body), limitMs })
}

function readAnswer(text: string): Json {
  const answer = Answer.parse(JSON.parse(text))
  if ('fault' in answer) throw new OpenEnvError(answer.fault.code, answer.fault.message)
  return readBoxAnswer(answer)
}
