import { z } from 'zod'
import {
  type AnyEnvironment,
  answerHttp,
  createThrowLog,
  type HttpAnswer,
  InProcessBackend,
  type PlayRoute,
  readHttpBody,
  Session,
} from '../core/internal.ts'
import { createWorld, sessionBox } from '../durable-objects/index.ts'
import type { Address } from './address.ts'
import { spendStep } from './limits/spend-step.ts'
import type { WorkerBindings } from './session-stub.ts'

interface PlayedRequest {
  readonly route: PlayRoute
  readonly address: Address
  readonly request: Request
}

/** What every state has: upstream's route leaves out what an environment's own class adds to it. */
const BareState = z.object({ episode_id: z.string().nullable(), step_count: z.int() })

/**
 * HTTP without a key, as OpenEnv has it: each request has an environment of its own (contract 1.4). A step resets it first, where
 * upstream steps an environment that was never reset.
 */
export async function answerStateless(
  environment: AnyEnvironment,
  bindings: WorkerBindings,
  { route, address, request }: PlayedRequest,
): Promise<HttpAnswer> {
  if (route === 'step') await spendStep(bindings, address)
  const id = crypto.randomUUID()
  const session = new Session(
    new InProcessBackend(environment, createWorld(bindings, id), { onThrow: createThrowLog(environment.name, null) }),
  )
  const body = await readHttpBody(request)
  try {
    if (route === 'step') await session.play({ type: 'reset', data: {} })
    const answer = await answerHttp(session, route, body)
    if (route !== 'state' || answer.status !== 200) return answer
    return { status: 200, body: JSON.stringify(BareState.parse(JSON.parse(answer.body))) }
  } finally {
    if (environment.box !== undefined) await sessionBox(bindings, id)?.close()
  }
}
