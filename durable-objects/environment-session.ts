import { DurableObject } from 'cloudflare:workers'
import { type Awaitable, andThen, errorFrame, httpError, orElse, type ServedEnvironment } from '../core/internal.ts'
import { Connection } from './connection.ts'
import { attach, findFreeSession, refuseSocket } from './free-session.ts'
import { CLOSE_TAKEN, claim } from './holding.ts'
import { LiveSession } from './live-session.ts'
import { storageOf } from './object-storage.ts'
import { needsPlace, type ProbeParts } from './registry/probe.ts'
import { SessionAccounts } from './registry/session-accounts.ts'
import { COOKIE_PREFIX, readSessionUrl, type SessionAddress } from './session-address.ts'
import { SessionAlarm } from './session-alarm.ts'
import { answerRequest } from './session-requests.ts'
import { storedTimes } from './session-store.ts'
import { answerText, binaryFrame, errorText, expire, send } from './socket-frames.ts'
import { Sockets } from './sockets.ts'
import { opensSocket } from './upgrade.ts'

const DAY_MS = 24 * 60 * 60_000
/** Most sessions by cookie are of clients that never come back with it. */
const COOKIE_IDLE_MS = 60 * 60_000

/**
 * One session: a Durable Object that holds an episode and a hibernating WebSocket. Subclass it with the environments that it may
 * run. No exception leaves a handler: the platform would swallow it and the client would hang (platform.md 1.2).
 */
export class EnvironmentSession<Bindings extends object = object> extends DurableObject<Bindings> {
  /** What this deployment serves. */
  readonly environments: readonly ServedEnvironment[] = []
  /** A stored session without a frame for this long is deleted. Default 7 days. */
  readonly idleTimeoutMs: number = 7 * DAY_MS
  /** A session older than this ends, however busy. Default 30 days. */
  readonly maxAgeMs: number = 30 * DAY_MS

  readonly #sockets = new Sockets(this.ctx)
  readonly #storage = storageOf(this.ctx)
  readonly #alarm = new SessionAlarm(this.ctx, this.#storage)
  #liveSession: LiveSession | undefined
  #ownAccounts: SessionAccounts | undefined

  override async fetch(request: Request): Promise<Response> {
    const { route, address } = readSessionUrl(request.url)
    if (opensSocket(request, route)) return this.#accept(address)
    const { kv } = this.#storage
    const kept = { kv, live: this.#live, sockets: this.#sockets }
    try {
      if (route === 'alive') return new Response((await this.#needsPlace(kept, request.url)) ? 'alive' : 'gone')
      const parts = { ...kept, alarm: this.#alarm, rowLifetimeMs: this.#rowLifetimeMs, accounts: this.#accounts }
      return await answerRequest(parts, route, address, request)
    } catch (error) {
      const { status, body } = httpError(error)
      return new Response(body, { status, headers: { 'content-type': 'application/json' } })
    }
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void | Promise<void> {
    const connection = this.#sockets.recall(socket)
    return orElse<void>(
      () => this.#answerFrame(connection, message),
      (error) => send(socket, errorText(error, connection.attachment.address)),
    )
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    await this.#leave(socket)
    // The runtime leaves a hibernatable socket's closing handshake to the object; without this the client sees 1006.
    if (socket.readyState !== WebSocket.CLOSED) socket.close(1000, '')
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.#leave(socket)
  }

  /** Reaps an idle or over-age session, or looks again later. */
  override async alarm(): Promise<void> {
    this.#alarm.clear()
    const stored = storedTimes(this.#storage.kv)
    const connections = this.#sockets.all()
    const activeAt = Math.max(this.#live.current?.at ?? 0, stored?.at ?? 0, ...connections.map(({ attachment }) => attachment.at))
    const dueAt = Math.min(activeAt + this.#idleMs, (stored?.createdAt ?? activeAt) + this.maxAgeMs)
    if (dueAt > Date.now()) {
      this.#alarm.arm(dueAt)
      return
    }
    for (const { socket } of connections) expire(socket)
    await this.#live.end(stored?.environment)
    this.#ownAccounts?.forget()
  }

  /** Made when it is first needed: a subclass's fields do not exist before. */
  get #live(): LiveSession {
    this.#liveSession ??= new LiveSession({
      id: this.ctx.id.toString(),
      storage: this.#storage,
      bindings: this.env,
      environments: this.environments,
      sockets: this.#sockets,
      alarm: this.#alarm,
      rowLifetimeMs: this.#rowLifetimeMs,
      onTurn: (address, turn, at) => this.#accounts.turn(address, turn, at),
    })
    return this.#liveSession
  }

  get #accounts(): SessionAccounts {
    this.#ownAccounts ??= new SessionAccounts({
      id: this.ctx.id.toString(),
      bindings: this.env,
      environments: this.environments,
      waitUntil: (work) => this.ctx.waitUntil(work),
    })
    return this.#ownAccounts
  }

  get #idleMs(): number {
    return this.ctx.id.name?.split('/').at(-1)?.startsWith(COOKIE_PREFIX) === true
      ? Math.min(COOKIE_IDLE_MS, this.idleTimeoutMs)
      : this.idleTimeoutMs
  }

  get #rowLifetimeMs(): number {
    return Math.min(this.#idleMs, this.maxAgeMs)
  }

  #accept(address: SessionAddress): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    const connection = Connection.open(server, address, Date.now())
    try {
      if (address.isFree === true) attach(connection, this.#live.id, findFreeSession(this.#storage.kv, address), this.#sockets.holder())
    } catch (error) {
      return refuseSocket(error)
    }
    this.#sockets.accept(connection)
    return new Response(null, { status: 101, webSocket: client })
  }

  #answerFrame(connection: Connection, message: string | ArrayBuffer): Awaitable<void> {
    const { socket, attachment } = connection
    const { address } = attachment
    const now = Date.now()
    if (now - attachment.openedAt > this.maxAgeMs) return expire(socket)
    if (!connection.isHolder) {
      const admission = this.#accounts.enter(address)
      if (admission !== undefined) return this.#answerAdmitted(connection, message, admission)
      const isGuest = address.isRpc === true && address.key !== undefined
      if (!isGuest && !this.#hold(connection)) return undefined
    }
    const ready = this.#accounts.ready(address, now)
    if (ready !== undefined) return ready.then(() => this.#play(connection, message, now))
    return this.#play(connection, message, now)
  }

  #play({ socket, attachment }: Connection, message: string | ArrayBuffer, now: number): Awaitable<void> {
    const { address } = attachment
    return andThen(this.#live.open(address), ({ session }) => {
      // The client went while its session was being brought in.
      if (socket.readyState !== WebSocket.OPEN) return undefined
      attachment.at = now
      const answer = typeof message === 'string' ? answerText(session, address, message) : session.refuse(binaryFrame())
      return andThen(answer, (text) => {
        if (text === undefined) return socket.close(1000, '')
        this.#accounts.answered(address, text)
        return send(socket, text)
      })
    })
  }

  /** Answers a frame once its session has a place; one that gets none is told so in the frame's answer, then closed. */
  async #answerAdmitted(connection: Connection, message: string | ArrayBuffer, admission: Promise<void>): Promise<void> {
    const { socket, attachment } = connection
    try {
      await admission
    } catch (error) {
      this.#accounts.answered(attachment.address, errorFrame(error))
      send(socket, errorText(error, attachment.address))
      socket.close(1000, '')
      return
    }
    // The client went while the place was on its way: it has been returned already.
    if (socket.readyState !== WebSocket.OPEN) return this.#accounts.forget()
    await this.#answerFrame(connection, message)
  }

  async #needsPlace(parts: ProbeParts, href: string): Promise<boolean> {
    const idleMs = Number(new URL(href).searchParams.get('idleMs'))
    if (await needsPlace(parts, idleMs, Date.now())) return true
    this.#accounts.forget()
    return false
  }

  /** Claims the session for a socket's first frame; a refusal answers that frame and closes. */
  #hold(connection: Connection): boolean {
    try {
      this.#live.handOver(connection, claim(connection, this.#sockets.all(), Date.now()))
      return true
    } catch (error) {
      send(connection.socket, errorFrame(error))
      connection.socket.close(CLOSE_TAKEN, 'session taken')
      return false
    }
  }

  async #leave(socket: WebSocket): Promise<void> {
    const connection = this.#sockets.recall(socket)
    this.#sockets.remove(connection)
    if (connection.isHolder) await this.#live.leave(connection)
    const { address } = connection.attachment
    const isLast = !this.ctx.getWebSockets().some((other) => other !== socket && other.readyState === WebSocket.OPEN)
    const isOver = address.isFree !== true || findFreeSession(this.#storage.kv, address) === undefined
    if (isLast && isOver) await this.#accounts.leave(address, address.key === undefined)
  }
}
