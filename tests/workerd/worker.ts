import type { ServedEnvironment } from '../../core/index.ts'
import { lazyLibrary } from '../../environments/index.ts'
import { BoxQueue, createWorker, EnvironmentBox, EnvironmentSession, SessionRegistry } from '../../workers/index.ts'
import { sums } from '../core/tasks/fixtures.ts'
import { toolbox } from '../core/toolbox.ts'
import { caller, crowded, ledger, liveToolbox, narrowToolbox, numbers, parcel, socketLedger } from './fixtures.ts'

const environments: readonly ServedEnvironment[] = [
  ...lazyLibrary,
  ledger,
  caller,
  numbers,
  crowded,
  parcel,
  socketLedger,
  toolbox,
  narrowToolbox,
  liveToolbox,
  sums,
]

/** How often sessions were constructed: proof that an eviction took place. */
export const boots = { count: 0 }

/** What the session class of the tests serves; a test may put another version in. */
export const served: { environments: readonly ServedEnvironment[] } = { environments }

export class Sessions extends EnvironmentSession {
  constructor(...args: ConstructorParameters<typeof EnvironmentSession>) {
    super(...args)
    boots.count++
  }

  override readonly environments = served.environments
}

export { BoxQueue, EnvironmentBox, SessionRegistry }
export default createWorker({ environments, default: 'echo_legacy' })
