import { z } from 'zod'
import { BoxFailure, OPEN_BOX } from '../../core/box/protocol.ts'
import { type Json, OpenEnvError, readBoxAnswer, type World } from '../../core/internal.ts'
import type { BoxBindings } from './bindings.ts'
import type { EnvironmentBox } from './environment-box.ts'

const Answer = z.union([
  z.object({ fault: z.object({ code: z.enum(['CONTAINER_LOST', 'CAPACITY_REACHED']), message: z.string() }) }),
  BoxFailure,
  z.object({ result: z.json() }),
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
  const stub = () => BOXES.get(BOXES.idFromName(sessionId))
  return {
    ask: async (episodeId, route, body) => readAnswer(await askStub(stub(), episodeId, route, body)),
    close: () => stub().close(),
  }
}

function hasBoxes(bindings: object): bindings is BoxBindings {
  return 'BOXES' in bindings && typeof bindings.BOXES === 'object' && bindings.BOXES !== null
}

function askStub(stub: DurableObjectStub<EnvironmentBox>, episodeId: string, route: string, body: Json): Promise<string> {
  if (route === OPEN_BOX) return stub.open(episodeId, OpenRequest.parse(body).allow)
  return stub.ask(episodeId, route, JSON.stringify(body))
}

function readAnswer(text: string): Json {
  const answer = Answer.parse(JSON.parse(text))
  if ('fault' in answer) throw new OpenEnvError(answer.fault.code, answer.fault.message)
  return readBoxAnswer(answer)
}
