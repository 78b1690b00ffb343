import type { World } from '../core/internal.ts'

/** The deployment's own settings are no environment's business. */
const RESERVED = /^OPENENV_/

/** The outside world of a deployment: its network, its clock, its secrets. */
export function createWorld(bindings: object): World {
  return {
    fetch: (input, init) => fetch(input, init),
    now: () => Date.now(),
    secret(name) {
      const value: unknown = RESERVED.test(name) ? undefined : Reflect.get(bindings, name)
      if (typeof value === 'string') return value
      throw new Error(`The secret "${name}" is not set. Set it with: npx wrangler secret put ${name}`)
    },
  }
}
