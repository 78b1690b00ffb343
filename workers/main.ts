import { lazyBoxLibrary, lazyLibrary } from '../environments/index.ts'
import { BoxQueue, ContainerProxy, createWorker, EnvironmentBox, EnvironmentSession, SessionRegistry } from './index.ts'

const environments = [...lazyLibrary, ...lazyBoxLibrary]

/** The sessions of the bundled library. */
export class Sessions extends EnvironmentSession {
  override readonly environments = environments
}

/**
 * Beside the sessions: what they share, and what the environments that run in a container need. `ContainerProxy` is how the platform asks
 * what a container may reach.
 */
export { BoxQueue, ContainerProxy, EnvironmentBox, SessionRegistry }
export default createWorker({ environments, default: 'echo' })
