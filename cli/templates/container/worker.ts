import { BoxQueue, ContainerProxy, createWorker, EnvironmentBox, EnvironmentSession, SessionRegistry } from 'openenv-edge/workers'
import { environment } from './environment.ts'

const environments = [environment]

/** One Durable Object for each session. */
export class Sessions extends EnvironmentSession {
  override readonly environments = environments
}

/** One more for each container, which lives apart from its session; what sessions share; and how the platform asks what a container may reach. */
export { BoxQueue, ContainerProxy, EnvironmentBox, SessionRegistry }
export default createWorker({ environments })
