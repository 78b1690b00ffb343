import { gridWorld } from 'openenv-edge/environments'
import { createWorker, EnvironmentSession, SessionRegistry } from 'openenv-edge/workers'
import { createBandit } from './bandit.ts'

const environments = [createBandit('bandit_3', 3), createBandit('bandit_10', 10), gridWorld]

/** The Durable Object of each session. */
export class Sessions extends EnvironmentSession {
  override readonly environments = environments
  /** Runs are short here: a named session that nobody asked for an hour is deleted. */
  override readonly idleTimeoutMs = 60 * 60_000
}

/** What sessions share: places, limits, counts. */
export { SessionRegistry }

/** `npx openenv-edge serve worker.ts` runs it on this machine, `npx wrangler deploy` on Cloudflare. */
export default createWorker({ environments, default: 'bandit_10' })
