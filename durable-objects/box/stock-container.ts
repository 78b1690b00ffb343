import type { WaitOptions } from '@cloudflare/containers'
import { errorFrame, OpenEnvError } from '../../core/internal.ts'
import { behindPrefix } from './behind-prefix.ts'
import { LimitedContainer } from './limited-container.ts'
import { Bridge } from './stock-bridge.ts'
import { isReset, send } from './stock-frames.ts'
import { type StockPlan, takePlan } from './stock-plan.ts'
import { WarmPool } from './warm-pool.ts'

/** The stock client gives a reset 60 s; starting an image that imports much takes most of it. */
const START_WITHIN_MS = 55_000
const RETRY_MS = 100
const PING_WITHIN_MS = 5_000
const MAX_ATTEMPTS = 3
const RETIRE_AFTER_MS = 2_000
const LOST = "The session's container is gone and its episode with it: reset to start a new one."

/** What a client's socket needs to be connected again, kept with it. */
interface Attachment {
  readonly plan: StockPlan
  readonly url: string
  readonly headers: [string, string][]
}

/**
 * A stock OpenEnv image behind our URLs: HTTP is passed on by path, sockets frame by frame, nothing is read on the way. The first
 * frame waits until the container listens; a container that dies owes the client an error, and a reset starts another.
 */
export class StockContainer<Bindings = object> extends LimitedContainer<Bindings> {
  override sleepAfter: string | number = '10m'
  override enableInternet = false
  readonly #bridges = new Map<WebSocket, Promise<Bridge>>()
  #pool: WarmPool | undefined
  #starting: Promise<void> | undefined

  /** Asked of the one object that keeps the pool: the id of a container for a new session. */
  take(binding: string, size: number, plan: StockPlan): Promise<string> {
    this.#pool ??= new WarmPool(this.ctx, Reflect.get(this.env as object, binding) as DurableObjectNamespace<StockContainer>)
    return this.#pool.take(size, plan)
  }

  /** Starts the container for a session that is still to come. */
  warm(plan: StockPlan): Promise<void> {
    return this.#start(plan)
  }

  async isReady(): Promise<boolean> {
    return this.isRunning() && (await this.getState()).status === 'healthy'
  }

  /** Any answer will do, a redirect too, which the library's own check would follow. A try that hangs takes from the time of the others. */
  override async waitForPort({ portToCheck, retries = START_WITHIN_MS / RETRY_MS, waitInterval = RETRY_MS }: WaitOptions): Promise<number> {
    const deadline = Date.now() + retries * waitInterval
    for (;;) {
      try {
        const signal = AbortSignal.timeout(PING_WITHIN_MS)
        const response = await this.#port({ port: portToCheck }).fetch('http://ping/health', { redirect: 'manual', signal })
        await response.body?.cancel()
        return Math.max(0, Math.ceil((deadline - Date.now()) / waitInterval))
      } catch (error) {
        if (Date.now() > deadline || !this.isRunning()) throw error
        await scheduler.wait(waitInterval)
      }
    }
  }

  override async fetch(request: Request): Promise<Response> {
    const { plan, headers } = takePlan(request.headers)
    if (headers.get('upgrade') !== 'websocket') return this.#forward(request, plan, headers)
    // The stock client waits ten seconds for a socket and a minute for an answer: its socket opens before the container does.
    if (new URL(request.url).pathname === '/ws') return this.#accept(request.url, plan, headers)
    await this.#start(plan)
    const response = await this.#port(plan).fetch(request.url.replace('https:', 'http:'), { headers })
    if (response.webSocket === null) return response
    return this.#accept(request.url, plan, headers, response.webSocket)
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    try {
      const known = this.#bridges.get(socket)
      if (known === undefined && !isReset(frame)) throw new OpenEnvError('CONTAINER_LOST', LOST)
      const bridge = await (known ?? this.#connect(socket, socket.deserializeAttachment() as Attachment))
      bridge.send(frame)
    } catch (error) {
      this.#bridges.delete(socket)
      send(socket, errorFrame(error))
    }
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    const bridge = this.#bridges.get(socket)
    this.#bridges.delete(socket)
    await bridge?.then(
      (open) => open.close(code, reason),
      () => {},
    )
    if (socket.readyState !== WebSocket.CLOSED) socket.close(code === 1005 || code === 1006 ? 1000 : code, reason)
    const { plan } = socket.deserializeAttachment() as Attachment
    if (plan.endsWithSocket) await this.#end()
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.webSocketClose(socket, 1006, '')
  }

  #accept(url: string, plan: StockPlan, headers: Headers, upstream?: WebSocket): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    const attachment: Attachment = { plan, url, headers: [...headers] }
    server.serializeAttachment(attachment)
    const connecting = this.#connect(server, attachment, upstream)
    // A failure is the answer to the first frame.
    connecting.catch(() => {})
    return new Response(null, { status: 101, webSocket: client })
  }

  #connect(socket: WebSocket, attachment: Attachment, upstream?: WebSocket): Promise<Bridge> {
    const connecting = this.#open(socket, attachment, upstream)
    this.#bridges.set(socket, connecting)
    return connecting
  }

  async #open(socket: WebSocket, { plan, url, headers }: Attachment, upstream?: WebSocket): Promise<Bridge> {
    const open = upstream ?? (await this.#openUpstream(plan, url, headers))
    return new Bridge(socket, open, {
      onFrame: () => this.renewActivityTimeout(),
      onLost: (isOwed) => {
        this.#bridges.delete(socket)
        if (isOwed) send(socket, errorFrame(new OpenEnvError('CONTAINER_LOST', LOST)))
      },
    })
  }

  async #openUpstream(plan: StockPlan, url: string, headers: [string, string][]): Promise<WebSocket> {
    await this.#start(plan)
    const { webSocket, status } = await this.#port(plan).fetch(url.replace('https:', 'http:'), { headers: new Headers(headers) })
    if (webSocket !== null) return webSocket
    throw new OpenEnvError('SESSION_ERROR', `The container refuses this socket with HTTP ${status}.`)
  }

  async #forward(request: Request, plan: StockPlan, headers: Headers): Promise<Response> {
    try {
      await this.#start(plan)
    } catch (error) {
      return Response.json({ detail: String(error), code: 'CAPACITY_REACHED' }, { status: 503, headers: { 'retry-after': '5' } })
    }
    const { method, body } = request
    const response = await this.containerFetch(request.url, { method, body, headers, redirect: 'manual' }, plan.port)
    return behindPrefix(response, request.url, { clientUrl: request.url, ...plan })
  }

  async #start(plan: StockPlan): Promise<void> {
    if (await this.isReady()) return
    this.#starting ??= this.#startAnew(plan).finally(() => {
      this.#starting = undefined
    })
    return this.#starting
  }

  async #startAnew({ port, allow, env }: StockPlan): Promise<void> {
    if (allow !== 'all' && allow.length > 0) await this.setAllowedHosts([...allow])
    const deadline = Date.now() + START_WITHIN_MS
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#launch({ env: { ...env }, enableInternet: allow === 'all', labels: { 'openenv-edge': 'stock' } })
        const portReadyTimeoutMS = Math.max(RETRY_MS, deadline - Date.now())
        await this.startAndWaitForPorts({ ports: port, cancellationOptions: { waitInterval: RETRY_MS, portReadyTimeoutMS } })
        return
      } catch (cause) {
        // Jitter, so that containers that were refused together do not come back together.
        const pauseMs = 2 ** attempt * 500 * (0.5 + Math.random())
        if (attempt === MAX_ATTEMPTS || Date.now() + pauseMs > deadline)
          throw new OpenEnvError('CAPACITY_REACHED', `The container did not start: ${String(cause)}`, { cause })
        await scheduler.wait(pauseMs)
      }
    }
  }

  /**
   * What the library does first when it starts a container, without its request to the server's root: that follows redirects, and a
   * server with web pages answers with one to them. What comes after is the library's, which takes a container that runs.
   */
  async #launch(options: ContainerStartupOptions): Promise<void> {
    if (this.isRunning()) return
    await this.scheduleNextAlarm()
    this.noteStart()
    this.ctx.container?.start(options)
    this.renewActivityTimeout()
  }

  #port({ port }: Pick<StockPlan, 'port'>): Fetcher {
    if (this.ctx.container === undefined) throw new TypeError('This class has no container.')
    return this.ctx.container.getTcpPort(port)
  }

  /** The session is over: the container ends, and soon this object (a local runtime keeps a container's sidecar until then). */
  async #end(): Promise<void> {
    await this.end()
    setTimeout(() => this.ctx.abort('The session is over.'), RETIRE_AFTER_MS)
  }
}
