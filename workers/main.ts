import { boxLibrary, library } from '../environments/index.ts'
import { BoxQueue, ContainerProxy, createWorker, EnvironmentBox, EnvironmentSession, SessionRegistry } from './index.ts'

const environments = [...library, ...boxLibrary]

/** The sessions of the bundled library. */
export class Sessions extends EnvironmentSession {
  override readonly environments = environments
}

/** For the environments that run in a container; `ContainerProxy` is how the platform asks what a container may reach. */
export { BoxQueue, ContainerProxy, EnvironmentBox }
/** What sessions share: places, limits, counts. */
export { SessionRegistry }
export default createWorker({ environments, default: 'echo' })
