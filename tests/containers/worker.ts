import { defineContainerEnvironment, defineRemoteEnvironment } from '../../core/index.ts'
import { coding, codingTools, git, jupyter, repl, tbench2, terminus } from '../../environments/box/index.ts'
import {
  type BoxBindings,
  BoxQueue,
  ContainerProxy,
  createWorker,
  EnvironmentBox,
  EnvironmentSession,
  StockContainer,
} from '../../workers/index.ts'
import { probe } from './probe.ts'

/** The host that `probe_open` may reach: put in when the worker is bundled. */
declare const OPEN_HOST: string
declare const REMOTE_URL: string

/** What `openenv init` makes (tests/containers/stock). */
const demo = defineContainerEnvironment({
  name: 'demo',
  version: '1',
  image: 'openenv-edge-stock',
  binding: 'STOCK',
  // Its pages import Gradio, which takes longer than all else.
  env: { ENABLE_WEB_INTERFACE: 'false' },
})
/** The same image with its pages: its root is a redirect to them. */
const pages = defineContainerEnvironment({ name: 'pages', version: '1', image: 'openenv-edge-stock', binding: 'STOCK' })
/** An image with a container that waits for each session to come. */
const ready = defineContainerEnvironment({ name: 'ready', version: '1', image: 'openenv-edge-wild', binding: 'WILD', port: 7860, warm: 2 })
const shared = defineContainerEnvironment({
  name: 'shared',
  version: '1',
  image: 'openenv-edge-wild',
  binding: 'WILD',
  port: 7860,
  sessions: 'shared',
})
const wild = defineContainerEnvironment({ name: 'wild', version: '1', image: 'openenv-edge-wild', binding: 'WILD', port: 7860 })
const elsewhere = defineRemoteEnvironment({ name: 'elsewhere', version: '1', url: REMOTE_URL, secret: 'REMOTE_URL_TOKEN' })
const nowhere = defineRemoteEnvironment({ name: 'nowhere', version: '1', url: 'http://127.0.0.1:9/' })
const passedOn = [demo, pages, ready, shared, wild, elsewhere, nowhere]
const boxed = [coding, codingTools, git, jupyter, repl, tbench2, terminus, probe('probe'), probe('probe_open', [OPEN_HOST, 'open.test'])]
const environments = [...boxed, ...passedOn]

export class Stock extends StockContainer {}
export class Wild extends StockContainer {}

let sessionsMade = 0

export class Sessions extends EnvironmentSession {
  override readonly environments = environments

  constructor(...parameters: ConstructorParameters<typeof EnvironmentSession>) {
    super(...parameters)
    sessionsMade++
  }
}

interface Lifetimes extends BoxBindings {
  readonly BOX_SLEEP_AFTER?: string
  readonly BOX_MAX_AGE_MS?: string
}

/** As a deployment's own class sets its limits. */
export class Boxes extends EnvironmentBox<Lifetimes> {
  override sleepAfter = this.env.BOX_SLEEP_AFTER ?? '10m'
  override readonly maxAgeMs = Number(this.env.BOX_MAX_AGE_MS ?? Number.POSITIVE_INFINITY)
}

export { BoxQueue, ContainerProxy }

const served = createWorker({ environments })

/** `/sessions-made`: how often a session's object was made, first or after it had hibernated. */
const worker: typeof served = {
  fetch(request, bindings, context) {
    if (new URL(request.url).pathname === '/sessions-made') return new Response(String(sessionsMade))
    return served.fetch?.(request, bindings, context) ?? new Response(null, { status: 404 })
  },
}
export default worker
