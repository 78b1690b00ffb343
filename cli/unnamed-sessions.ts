import type { WorkerBundle } from './bundle.ts'
import type { Tools } from './tools.ts'

const WORKER = 'worker.js'

/**
 * Gives a bundle's unnamed sessions objects without storage. workerd opens a database for every other object, used or not: two thirds of a
 * session's memory, three of its five file descriptors. On Cloudflare unnamed sessions are `Sessions` like the others; what is not
 * written there costs nothing.
 */
const WITH_UNNAMED = `
export * from './${WORKER}'
export { default } from './${WORKER}'
import { Sessions } from './${WORKER}'
export class UnnamedSessions extends Sessions {}
`

/** The modules of a bundle, and the Durable Objects to bind beside its own. */
export function withUnnamedSessions({ script, exports }: WorkerBundle, { kUnsafeEphemeralUniqueKey }: Tools['miniflare']) {
  const worker = { type: 'ESModule', path: WORKER, contents: script } as const
  if (!exports.includes('Sessions')) return { modules: [worker], objects: {} }
  const main = { type: 'ESModule', path: 'main.js', contents: WITH_UNNAMED } as const
  const objects = { UNNAMED_SESSIONS: { className: 'UnnamedSessions', unsafeUniqueKey: kUnsafeEphemeralUniqueKey } }
  return { modules: [main, worker], objects }
}
