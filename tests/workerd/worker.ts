import type { AnyEnvironment } from '../../core/index.ts'
import { library } from '../../environments/index.ts'
import { createWorker, EnvironmentSession } from '../../workers/index.ts'
import { toolbox } from '../core/toolbox.ts'
import { ledger, liveToolbox } from './fixtures.ts'

const environments: readonly AnyEnvironment[] = [...library, ledger, toolbox, liveToolbox]

/** How often sessions were constructed: proof that an eviction took place. */
export const boots = { count: 0 }

/** What the session class of the tests serves; a test may put another version in. */
export const served: { environments: readonly AnyEnvironment[] } = { environments }

export class Sessions extends EnvironmentSession {
  constructor(...args: ConstructorParameters<typeof EnvironmentSession>) {
    super(...args)
    boots.count++
  }

  override readonly environments = served.environments
}

export default createWorker({ environments, default: 'echo_legacy' })
