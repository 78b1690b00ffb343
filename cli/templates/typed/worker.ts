import { createWorker, EnvironmentSession, SessionRegistry } from 'openenv-edge/workers'
import { environment } from './environment.ts'

const environments = [environment]

/** One Durable Object for each session. */
export class Sessions extends EnvironmentSession {
  override readonly environments = environments
}

/** What sessions share: places, limits, counts. */
export { SessionRegistry }
export default createWorker({ environments })
