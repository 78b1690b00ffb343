import { BOX_PORT, START_HEADER } from '../../core/box/protocol.ts'
import { type BoxBindings, queueOf } from './bindings.ts'
import { type AnswerText, lost, NOTHING, noRoom } from './box-answer.ts'
import { before } from './deadline.ts'
import { LimitedContainer } from './limited-container.ts'
import { EPISODE_HEADER, empty, type Key, knock } from './way-in.ts'

/** The stock client gives a reset 60 s; who waits longer is told that there is no room. */
const START_WITHIN_MS = 55_000
const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 4_000
/** One that takes longer is replaced, which has to fit into the same minute. */
const EMPTIED_WITHIN_MS = 30_000
/** A server that runs answers at once; one whose container is frozen, never. */
const ANSWERS_WITHIN_MS = 15_000
/** A session that lost its box resets within moments, or not at all. */
const RETIRE_AFTER_MS = 2_000

/** Which episode the running container belongs to. */
interface Opened {
  readonly episodeId: string
  readonly startId: string
}

/**
 * A container of one session: its start, its end, and the way into it. It is an object beside the session's, which can hibernate while
 * its container runs. Code in the container reaches no network but the hosts that its environment allows.
 */
export class EnvironmentBox<Bindings extends BoxBindings = BoxBindings> extends LimitedContainer<Bindings> {
  override defaultPort = BOX_PORT
  override requiredPorts = [BOX_PORT]
  override sleepAfter: string | number = '10m'
  override enableInternet = false
  override pingEndpoint = 'box/health'
  #retirement: ReturnType<typeof setTimeout> | undefined
  /** Aborted when nobody waits any more for the container that starts. */
  #opening: AbortController | undefined
  #opened = this.ctx.storage.kv.get<Opened>('opened')

  /** Gives an episode a clean box: the running container emptied, or a new one. */
  async open(episodeId: string, allow: readonly string[]): Promise<AnswerText> {
    clearTimeout(this.#retirement)
    this.#opening?.abort()
    const opening = new AbortController()
    this.#opening = opening
    await this.#allow(allow)
    const startId = (await this.#reuse()) ?? (await this.#start(opening.signal))
    if (this.#opening === opening) this.#opening = undefined
    if (opening.signal.aborted) return lost('it was stopped before it had started')
    if (startId === undefined) {
      this.#retire()
      return noRoom()
    }
    this.#remember({ episodeId, startId })
    return NOTHING
  }

  /** The way into the container, if it is still the one that the episode was given: a socket to the server inside, else why there is none. */
  override async fetch({ headers }: Request): Promise<Response> {
    const opened = this.#opened
    if (opened === undefined || opened.episodeId !== headers.get(EPISODE_HEADER)) return refused(lost('it was stopped'))
    if (!this.isRunning()) return refused(lost('it has ended'))
    this.renewActivityTimeout()
    // Nobody listens there any more: as good as a container that is another.
    const knocked = this.#throughPort((port) => knock(port, this.#key(opened.startId)))
    const response = await before(Date.now() + ANSWERS_WITHIN_MS, knocked).catch(() => undefined)
    return response?.status === 101 ? response : refused(await this.giveUp(opened.episodeId))
  }

  /** Keeps a container that is in use from falling asleep. */
  renew(): void {
    if (this.isRunning()) this.renewActivityTimeout()
  }

  /** Ends an episode's container, which did not answer a call. */
  async giveUp(episodeId: string): Promise<AnswerText> {
    // One that is being opened for the next episode finds out by itself what the container is worth.
    if (this.#opened?.episodeId === episodeId && this.#opening === undefined) await this.end()
    return lost('it ended or was replaced during the call')
  }

  /** Ends the container, also one that is still starting. The episode is over. */
  async close(): Promise<void> {
    this.#opening?.abort()
    this.#opening = undefined
    await this.end()
  }

  /** Whoever asks an object that has ended makes it anew, and each one that is made is called here a second later. */
  override async alarm(invocation?: AlarmInvocationInfo): Promise<void> {
    await super.alarm(invocation)
    if (!this.isRunning()) this.#retire()
  }

  override async onActivityExpired(): Promise<void> {
    if (this.#opening === undefined) await super.onActivityExpired()
  }

  override async onStop(): Promise<void> {
    if (this.#opening !== undefined) return
    await this.#leaveQueue()
    this.#retire()
  }

  #remember(opened: Opened | undefined): void {
    this.#opened = opened
    if (opened === undefined) this.ctx.storage.kv.delete('opened')
    else this.ctx.storage.kv.put('opened', opened)
  }

  async #allow(hosts: readonly string[]): Promise<void> {
    this.interceptHttps = hosts.length > 0
    if (hosts.length > 0 || this.usingInterception) await this.setAllowedHosts([...hosts])
  }

  /** Empties the container that runs, if it is ours. A runtime may find one of an earlier life, whose token nobody knows. */
  async #reuse(): Promise<string | undefined> {
    if (!this.isRunning()) return undefined
    const opened = this.#opened
    if (opened !== undefined && (await this.#throughPort((port) => empty(port, this.#key(opened.startId), EMPTIED_WITHIN_MS)))) {
      this.renewActivityTimeout()
      return opened.startId
    }
    await this.end()
    return undefined
  }

  async #start(signal: AbortSignal): Promise<string | undefined> {
    const deadline = Date.now() + START_WITHIN_MS
    const isAdmitted = (await queueOf(this.env)?.enter(this.ctx.id.toString(), START_WITHIN_MS)) ?? true
    if (!isAdmitted) return undefined
    for (let retryMs = FIRST_RETRY_MS; !signal.aborted; retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)) {
      try {
        const startId = await before(deadline, this.#startOnce(deadline, signal))
        await queueOf(this.env)?.started(this.ctx.id.toString())
        if (!signal.aborted) return startId
      } catch (error) {
        if (signal.aborted || Date.now() + retryMs > deadline) break
        console.warn(JSON.stringify({ event: 'box_start_failed', box: this.ctx.id.toString(), reason: String(error) }))
        // Jitter, so that boxes that were refused together do not come back together.
        await scheduler.wait(retryMs * (0.5 + Math.random()))
      }
    }
    // Another start may have taken this one's place: the container is its then.
    if (this.#opening === undefined || this.#opening.signal === signal) await this.end()
    return undefined
  }

  async #startOnce(deadline: number, abort: AbortSignal): Promise<string> {
    // What an earlier try has left behind does not know this one's token.
    if (this.isRunning()) await this.destroy()
    this.noteStart()
    const token = crypto.randomUUID()
    this.ctx.storage.kv.put('token', token)
    const withinMs = Math.max(1_000, deadline - Date.now())
    await this.startAndWaitForPorts({
      ports: BOX_PORT,
      startOptions: { envVars: { BOX_TOKEN: token }, labels: { 'openenv-edge': 'box' } },
      cancellationOptions: { abort, waitInterval: 100, instanceGetTimeoutMS: withinMs, portReadyTimeoutMS: withinMs },
    })
    const { webSocket, headers } = await this.#throughPort((port) => knock(port, { token }))
    webSocket?.accept()
    webSocket?.close()
    const startId = headers.get(START_HEADER)
    if (webSocket === null || startId === null) throw new Error('The container does not answer to its token.')
    return startId
  }

  #key(startId: string): Key {
    return { token: this.ctx.storage.kv.get<string>('token') ?? '', startId }
  }

  #throughPort<T>(use: (port: Fetcher) => Promise<T>): Promise<T> {
    const { container } = this.ctx
    if (container === undefined) throw new Error('This class has no container in the deployment.')
    return use(container.getTcpPort(BOX_PORT))
  }

  protected override async end(): Promise<void> {
    this.#remember(undefined)
    await super.end()
    await this.#leaveQueue()
    this.#retire()
  }

  /** Ends this object soon: a local runtime keeps a container's sidecar, and its memory, until the object itself has gone. */
  #retire(): void {
    clearTimeout(this.#retirement)
    if (this.#opening !== undefined) return
    this.#retirement = setTimeout(() => this.ctx.abort('The box is closed.'), RETIRE_AFTER_MS)
  }

  async #leaveQueue(): Promise<void> {
    await queueOf(this.env)?.leave(this.ctx.id.toString())
  }
}

function refused(answer: AnswerText): Response {
  return new Response(answer, { status: 410 })
}
