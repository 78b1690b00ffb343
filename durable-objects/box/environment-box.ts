import { Container } from '@cloudflare/containers'
import { BOX_PORT, START_HEADER, TOKEN_HEADER } from '../../core/box/protocol.ts'
import { type BoxBindings, queueOf } from './bindings.ts'

/** The stock client gives a reset 60 s; who waits longer is told that there is no room. */
const START_WITHIN_MS = 55_000
const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 4_000
/** What the box adds to a command's own limit: its end, its output, the way here. */
const ANSWER_GRACE_MS = 15_000
const DEFAULT_LIMIT_MS = 120_000
/** A session that lost its box resets within moments, or not at all. */
const RETIRE_AFTER_MS = 2_000

/** Which episode the running container belongs to. */
interface Opened {
  readonly episodeId: string
  readonly startId: string
}

/** A box's answer as JSON text: `{result}` or `{error}` from inside, or `{fault}` when there is no box to answer. */
type AnswerText = string

/**
 * A container of one session: its start, its end, and the way into it. The session's object asks it by RPC, so that it can hibernate
 * while its container runs. Code in the container reaches no network but the hosts that its environment allows.
 */
export class EnvironmentBox<Bindings extends BoxBindings = BoxBindings> extends Container<Bindings> {
  override defaultPort = BOX_PORT
  override requiredPorts = [BOX_PORT]
  override sleepAfter: string | number = '10m'
  override enableInternet = false
  override pingEndpoint = 'box/health'
  #retirement: ReturnType<typeof setTimeout> | undefined
  #isOpening = false

  /** Gives an episode a clean box: the running container emptied, or a new one. */
  async open(episodeId: string, allow: readonly string[]): Promise<AnswerText> {
    clearTimeout(this.#retirement)
    this.#isOpening = true
    await this.#allow(allow)
    const startId = (await this.#reuse()) ?? (await this.#start())
    this.#isOpening = false
    if (startId === undefined)
      return fault('CAPACITY_REACHED', 'No container came free in time: try again, or raise OPENENV_MAX_BOXES and max_instances.')
    this.ctx.storage.kv.put('opened', { episodeId, startId } satisfies Opened)
    return '{"result":null}'
  }

  /** Asks the server in the container, if it is still the one that the episode was given. */
  async ask(episodeId: string, route: string, body: string): Promise<AnswerText> {
    const opened = this.ctx.storage.kv.get<Opened>('opened')
    if (opened === undefined || opened.episodeId !== episodeId) return lost('it was stopped')
    if (this.ctx.container?.running !== true) return lost('it has ended')
    const { timeoutMs = DEFAULT_LIMIT_MS } = JSON.parse(body) as { timeoutMs?: number }
    const answer = await this.#send(route, { body, startId: opened.startId, limitMs: timeoutMs + ANSWER_GRACE_MS })
    if (answer !== undefined) return answer
    await this.close()
    return lost('it ended or was replaced during the call')
  }

  /** Ends the container. The episode is over. */
  async close(): Promise<void> {
    this.ctx.storage.kv.delete('opened')
    if (this.ctx.container?.running === true) await this.destroy()
    await this.#leaveQueue()
    this.#retire()
  }

  isRunning(): boolean {
    return this.ctx.container?.running === true
  }

  override async onStop(): Promise<void> {
    if (this.#isOpening) return
    await this.#leaveQueue()
    this.#retire()
  }

  async #allow(hosts: readonly string[]): Promise<void> {
    this.interceptHttps = hosts.length > 0
    if (hosts.length > 0 || this.usingInterception) await this.setAllowedHosts([...hosts])
  }

  /** Empties the container that runs, if it is ours. A runtime may find one of an earlier life, whose token nobody knows. */
  async #reuse(): Promise<string | undefined> {
    if (this.ctx.container?.running !== true) return undefined
    const opened = this.ctx.storage.kv.get<Opened>('opened')
    if (
      opened !== undefined &&
      (await this.#send('/reset', { body: '{}', startId: opened.startId, limitMs: DEFAULT_LIMIT_MS })) !== undefined
    ) {
      return opened.startId
    }
    await this.close()
    return undefined
  }

  async #start(): Promise<string | undefined> {
    const deadline = Date.now() + START_WITHIN_MS
    const isAdmitted = (await queueOf(this.env)?.enter(this.ctx.id.toString(), START_WITHIN_MS)) ?? true
    if (!isAdmitted) return undefined
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)) {
      try {
        const startId = await before(deadline, this.#startOnce(deadline))
        await queueOf(this.env)?.started(this.ctx.id.toString())
        return startId
      } catch (error) {
        console.warn(JSON.stringify({ event: 'box_start_failed', box: this.ctx.id.toString(), reason: String(error) }))
        if (Date.now() + retryMs > deadline) break
        // Jitter, so that boxes that were refused together do not come back together.
        await scheduler.wait(retryMs * (0.5 + Math.random()))
      }
    }
    await this.close()
    return undefined
  }

  async #startOnce(deadline: number): Promise<string> {
    const token = crypto.randomUUID()
    this.ctx.storage.kv.put('token', token)
    const withinMs = Math.max(1_000, deadline - Date.now())
    await this.startAndWaitForPorts({
      ports: BOX_PORT,
      startOptions: { envVars: { BOX_TOKEN: token }, labels: { 'openenv-edge': 'box' } },
      cancellationOptions: { waitInterval: 100, instanceGetTimeoutMS: withinMs, portReadyTimeoutMS: withinMs },
    })
    const response = await this.containerFetch('http://box/health')
    await response.body?.cancel()
    const startId = response.headers.get(START_HEADER)
    if (startId === null) throw new Error(`The container answered ${response.status} to its health check.`)
    return startId
  }

  /** The answer's text; undefined when the container that the caller means is no longer there, or does not answer in time. */
  async #send(route: string, { body, startId, limitMs }: { body: string; startId: string; limitMs: number }): Promise<string | undefined> {
    const token = this.ctx.storage.kv.get<string>('token') ?? ''
    const headers = { [START_HEADER]: startId, [TOKEN_HEADER]: token }
    try {
      const response = await this.containerFetch(`http://box${route}`, {
        method: 'POST',
        body,
        headers,
        signal: AbortSignal.timeout(limitMs),
      })
      const text = await response.text()
      // Answers that are not the box's own come from the library, which speaks for a container that is gone.
      const isOurs = response.headers.get(START_HEADER) === startId && response.status !== 409
      return isOurs ? text : undefined
    } catch {
      return undefined
    }
  }

  /** Ends this object soon: a local runtime keeps a container's sidecar, and its memory, until the object itself has gone. */
  #retire(): void {
    clearTimeout(this.#retirement)
    if (this.#isOpening) return
    this.#retirement = setTimeout(() => this.ctx.abort('The box is closed.'), RETIRE_AFTER_MS)
  }

  async #leaveQueue(): Promise<void> {
    await queueOf(this.env)?.leave(this.ctx.id.toString())
  }
}

/** A start that hangs is one that failed: the next try finds its container and ends it. */
async function before<T>(deadline: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The container was not ready in time.')), Math.max(0, deadline - Date.now()))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function lost(reason: string): AnswerText {
  const message = `The session's container is gone: ${reason}. What it held is lost, the session is not: reset to start an episode in a new one.`
  return fault('CONTAINER_LOST', message)
}

function fault(code: 'CONTAINER_LOST' | 'CAPACITY_REACHED', message: string): AnswerText {
  return JSON.stringify({ fault: { code, message } })
}
