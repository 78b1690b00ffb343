import { BOX_PORT } from '../../core/box/protocol.ts'
import { type BoxBindings, queueOf } from './bindings.ts'
import { type AnswerText, lost, NOTHING, noRoom } from './box-answer.ts'
import { type BoxCall, BoxSocket } from './box-socket.ts'
import { before } from './deadline.ts'
import { LimitedContainer } from './limited-container.ts'

/** The stock client gives a reset 60 s; who waits longer is told that there is no room. */
const START_WITHIN_MS = 55_000
const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 4_000
const EMPTIED_WITHIN_MS = 120_000
/** A session that lost its box resets within moments, or not at all. */
const RETIRE_AFTER_MS = 2_000

/** Which episode the running container belongs to. */
interface Opened {
  readonly episodeId: string
  readonly startId: string
}

/**
 * A container of one session: its start, its end, and the way into it. The session's object asks it by RPC, so that it can hibernate
 * while its container runs. Code in the container reaches no network but the hosts that its environment allows.
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
  #socket: BoxSocket | undefined
  #connecting: Promise<BoxSocket | undefined> | undefined
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

  /** Asks the server in the container, if it is still the one that the episode was given. */
  async ask(episodeId: string, call: BoxCall): Promise<AnswerText> {
    const opened = this.#opened
    if (opened === undefined || opened.episodeId !== episodeId) return lost('it was stopped')
    if (!this.isRunning()) return lost('it has ended')
    const answer = await this.#send(opened.startId, call)
    if (answer !== undefined) return answer
    await this.end()
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
    if (this.#opening === undefined && this.#socket?.isBusy !== true) await super.onActivityExpired()
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
    const emptied = { route: '/reset', body: '{}', limitMs: EMPTIED_WITHIN_MS }
    if (opened !== undefined && (await this.#send(opened.startId, emptied)) !== undefined) return opened.startId
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
    const socket = await this.#connect()
    if (socket === undefined) throw new Error('The container does not answer to its token.')
    return socket.startId
  }

  /** The answer's text; undefined when the container that the caller means is no longer there, or does not answer in time. */
  async #send(startId: string, call: BoxCall): Promise<AnswerText | undefined> {
    this.renewActivityTimeout()
    return (await this.#connect(startId))?.ask(call)
  }

  /** The socket to a start of the container; without one named, to whichever runs. */
  async #connect(startId?: string): Promise<BoxSocket | undefined> {
    if (this.#socket?.isOpen === true) return startId === undefined || this.#socket.startId === startId ? this.#socket : undefined
    this.#connecting ??= this.#openSocket(startId)
    this.#socket = await this.#connecting
    this.#connecting = undefined
    return this.#socket
  }

  async #openSocket(startId: string | undefined): Promise<BoxSocket | undefined> {
    const token = this.ctx.storage.kv.get<string>('token') ?? ''
    const port = this.ctx.container?.getTcpPort(BOX_PORT)
    // Nobody listens there any more: as good as a container that is another.
    return port && BoxSocket.open(port, startId === undefined ? { token } : { token, startId }).catch(() => undefined)
  }

  protected override async end(): Promise<void> {
    this.#remember(undefined)
    this.#socket?.close()
    this.#socket = undefined
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
