import { ContainerProxy, createWorker, EnvironmentSession, StockContainer } from 'openenv-edge/workers'
import { environment } from './environment.ts'

const environments = [environment]

/** Runs the image of `source/`. */
export class Imported extends StockContainer {}

export class Sessions extends EnvironmentSession {
  override readonly environments = environments
}

/** How the platform asks what a container may reach. */
export { ContainerProxy }
export default createWorker({ environments })
