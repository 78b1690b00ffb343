import { createWorker, EnvironmentSession } from 'openenv-edge/workers'
import { environment } from './environment.ts'

const environments = [environment]

/** One Durable Object for each session. */
export class Sessions extends EnvironmentSession {
  override readonly environments = environments
}

export default createWorker({ environments })
