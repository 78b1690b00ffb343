import { OpenEnvError, type World } from '../core/internal.ts'
import { sessionBox } from './box/session-box.ts'

/** The deployment's own settings are no environment's business. */
const RESERVED = /^OPENENV_/

/** The outside world of a session: the deployment's network, clock and secrets, and the session's own box. */
export function createWorld(bindings: object, sessionId: string): World {
  const box = sessionBox(bindings, sessionId)
  return {
    ...(box === undefined ? {} : { askBox: box.ask }),
    fetch: (input, init) => fetch(input, init),
    now: () => Date.now(),
    secret(name) {
      const value: unknown = RESERVED.test(name) ? undefined : Reflect.get(bindings, name)
      if (typeof value === 'string') return value
      throw new OpenEnvError('FACTORY_ERROR', `The secret "${name}" is not set. Set it with: npx wrangler secret put ${name}`)
    },
  }
}
