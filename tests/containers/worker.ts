import { defineContainerEnvironment } from '../../core/index.ts'
import { coding, codingTools, git, jupyter, repl, tbench2, terminus } from '../../environments/box/index.ts'
import { BoxQueue, ContainerProxy, createWorker, EnvironmentBox, EnvironmentSession, StockContainer } from '../../workers/index.ts'

/** What `openenv init` makes (tests/containers/stock). */
const demo = defineContainerEnvironment({
  name: 'demo',
  version: '1',
  image: 'openenv-edge-stock',
  binding: 'STOCK',
  // Its pages import Gradio, which takes longer than all else.
  env: { ENABLE_WEB_INTERFACE: 'false' },
})
const environments = [coding, codingTools, git, jupyter, repl, tbench2, terminus, demo]

export class Stock extends StockContainer {}

export class Sessions extends EnvironmentSession {
  override readonly environments = environments
}

export { BoxQueue, ContainerProxy, EnvironmentBox }
export default createWorker({ environments })
