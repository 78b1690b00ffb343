import { type AnyEnvironment, answerHttp, type HttpAnswer, InProcessBackend, type PlayRoute, Session } from '../core/internal.ts'
import { createWorld, sessionBox } from '../durable-objects/index.ts'

/**
 * HTTP without a key, as OpenEnv has it: each request has an environment of its own (contract 1.4). A step resets it first, where
 * upstream steps an environment that was never reset.
 */
export async function answerStateless(
  environment: AnyEnvironment,
  bindings: object,
  route: PlayRoute,
  request: Request,
): Promise<HttpAnswer> {
  const id = crypto.randomUUID()
  const session = new Session(new InProcessBackend(environment, createWorld(bindings, id)))
  const isJson = /\bjson\b/.test(request.headers.get('content-type') ?? '')
  const text = await request.text()
  try {
    if (route === 'step') await session.play({ type: 'reset', data: {} })
    return await answerHttp(session, route, { text, isJson })
  } finally {
    if (environment.box !== undefined) await sessionBox(bindings, id)?.close()
  }
}
