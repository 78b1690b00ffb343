import { defineContainerEnvironment } from '../../core/index.ts'
import { coding, codingTools, git, jupyter, repl, tbench2, terminus } from '../../environments/box/index.ts'
import { BoxQueue, ContainerProxy, createWorker, EnvironmentBox, EnvironmentSession, StockContainer } from '../../workers/index.ts'
import { probe } from './probe.ts'

/** The host that `probe_open` may reach: put in when the worker is bundled. */
declare const OPEN_HOST: string

/** What `openenv init` makes (tests/containers/stock). */
const demo = defineContainerEnvironment({
  name: 'demo',
  version: '1',
  image: 'openenv-edge-stock',
  binding: 'STOCK',
  // Its pages import Gradio, which takes longer than all else.
  env: { ENABLE_WEB_INTERFACE: 'false' },
})
const environments = [coding, codingTools, git, jupyter, repl, tbench2, terminus, demo, probe('probe'), probe('probe_open', [OPEN_HOST])]

export class Stock extends StockContainer {}

export class Sessions extends EnvironmentSession {
  override readonly environments = environments
}

export { BoxQueue, ContainerProxy, EnvironmentBox }
export default createWorker({ environments })
