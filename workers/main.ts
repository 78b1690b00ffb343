import { library } from '../environments/index.ts'
import { createWorker, EnvironmentSession } from './index.ts'

/** The sessions of the bundled library. */
export class Sessions extends EnvironmentSession {
  override readonly environments = library
}

export default createWorker({ environments: library, default: 'echo' })
