import { ContainerProxy } from '@cloudflare/containers'
import { coding } from '../../environments/box/coding.ts'
import { repl } from '../../environments/box/repl.ts'
import { BoxQueue, createWorker, EnvironmentBox, EnvironmentSession } from '../../workers/index.ts'

const environments = [coding, repl]

export class Sessions extends EnvironmentSession {
  override readonly environments = environments
}

export { BoxQueue, ContainerProxy, EnvironmentBox }
export default createWorker({ environments })
