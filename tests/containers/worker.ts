import { coding, codingTools, git, jupyter, repl, tbench2, terminus } from '../../environments/box/index.ts'
import { BoxQueue, ContainerProxy, createWorker, EnvironmentBox, EnvironmentSession } from '../../workers/index.ts'

const environments = [coding, codingTools, git, jupyter, repl, tbench2, terminus]

export class Sessions extends EnvironmentSession {
  override readonly environments = environments
}

export { BoxQueue, ContainerProxy, EnvironmentBox }
export default createWorker({ environments })
