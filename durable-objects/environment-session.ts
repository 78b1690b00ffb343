import { DurableObject } from 'cloudflare:workers'
import {
  type AnyEnvironment,
  answerHttp,
  errorFrame,
  httpError,
  modeOf,
  OpenEnvError,
  type PlayRoute,
  rpcErrorText,
  type Session,
} from '../core/internal.ts'
import { sessionBox } from './box/session-box.ts'
import { Connection } from './connection.ts'
import { attach, findFreeSession, refuseSocket, saveFreeSession } from './free-session.ts'
import { CLOSE_TAKEN, claim, otherHolder, sessionTaken } from './holding.ts'
import { durabilityOf, type OpenSession, openSession } from './open-session.ts'
import { outlivesSocket, readSessionUrl, type SessionAddress } from './session-address.ts'
import { closeSession } from './session-directory.ts'
import { SessionStore, storedTimes } from './session-store.ts'
import { createWorld } from './world.ts'

/** Close code for a session that was idle or alive for too long. */
export const CLOSE_EXPIRED = 4408

const DAY_MS = 24 * 60 * 60_000

/**
 * One session: a Durable Object that holds an episode and a hibernating WebSocket. Subclass it with the environments that it may
 * run. No exception leaves a handler: the platform would swallow it and the client would hang (platform.md 1.2).
 */
export class EnvironmentSession<Bindings extends object = object> extends DurableObject<Bindings> {
  /** What this deployment serves. */
  readonly environments: readonly AnyEnvironment[] = []
  /** A stored session without a frame for this long is deleted. Default 7 days. */
  readonly idleTimeoutMs: number = 7 * DAY_MS
  /** A session older than this ends, however busy. Default 30 days. */
  readonly maxAgeMs: number = 30 * DAY_MS

  readonly #connections = new Map<WebSocket, Connection>()
  #opening: Promise<OpenSession> | undefined
  #open: OpenSession | undefined
  #store: SessionStore | undefined
  #lastHolder: Connection | undefined
  #hasAlarm = false

  override async fetch(request: Request): Promise<Response> {
    const { route, address } = readSessionUrl(request.url)
    if (request.headers.get('upgrade') === 'websocket') return this.#accept(address)
    try {
      return await this.#answerRequest(route, address, request)
    } catch (error) {
      const { status, body } = httpError(error)
      return new Response(body, { status, headers: { 'content-type': 'application/json' } })
    }
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    try {
      const connection = this.#recall(socket)
      await this.#answerFrame(connection, message)
    } catch (error) {
      const { address } = this.#recall(socket).attachment
      send(socket, address.isRpc === true ? rpcErrorText(error) : errorFrame(error))
    }
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
    this.#hasAlarm = false
    const stored = storedTimes(this.ctx.storage.kv)
    const activeAt = Math.max(this.#open?.at ?? 0, stored?.at ?? 0, ...this.#all().map(({ attachment }) => attachment.at))
    const dueAt = Math.min(activeAt + this.idleTimeoutMs, (stored?.createdAt ?? 0) + this.maxAgeMs)
    if (dueAt > Date.now()) {
      this.#armAlarm(dueAt)
      return
    }
    for (const { socket } of this.#all()) expire(socket)
    await this.#closeBox(stored?.environment)
    await this.#forget()
  }

  #accept(address: SessionAddress): Response {
    const holder = this.#holder()
    const { 0: client, 1: server } = new WebSocketPair()
    const connection = Connection.open(server, address, Date.now())
    try {
      if (address.isFree === true) attach(connection, this.#id, findFreeSession(this.ctx.storage.kv, address.environment), holder)
    } catch (error) {
      return refuseSocket(error)
    }
    this.ctx.acceptWebSocket(server)
    this.#connections.set(server, connection)
    return new Response(null, { status: 101, webSocket: client })
  }

  async #answerFrame(connection: Connection, message: string | ArrayBuffer): Promise<void> {
    const { socket, attachment } = connection
    if (Date.now() - attachment.openedAt > this.maxAgeMs) return expire(socket)
    const isGuest = attachment.address.isRpc === true && attachment.address.key !== undefined
    if (!connection.isHolder && !isGuest && !this.#hold(connection)) return
    const { session } = this.#open ?? (await this.#reopen(attachment.address))
    attachment.at = Date.now()
    const answer =
      typeof message !== 'string' ? await session.refuse(binaryFrame()) : await answerText(session, attachment.address, message)
    if (answer !== undefined) send(socket, answer)
    else socket.close(1000, '')
  }

  /** Claims the session for a socket's first frame; a refusal answers that frame and closes. */
  #hold(connection: Connection): boolean {
    try {
      const displaced = claim(connection, this.#all(), Date.now())
      if (displaced !== undefined) this.#open?.flush()
      this.#open?.keepAs(durabilityOf(connection.attachment.address, this.#environmentOf(connection.attachment.address)))
      return true
    } catch (error) {
      send(connection.socket, errorFrame(error))
      connection.socket.close(CLOSE_TAKEN, 'session taken')
      return false
    }
  }

  async #answerRequest(route: string, address: SessionAddress, request: Request): Promise<Response> {
    const { kv } = this.ctx.storage
    if (route === 'create') {
      saveFreeSession(kv, { environment: address.environment, createdAt: Date.now(), isClosing: false })
      this.#armAlarm(Date.now() + Math.min(this.idleTimeoutMs, this.maxAgeMs))
      return new Response(this.#id)
    }
    if (address.isFree === true && findFreeSession(kv, address.environment) === undefined) return new Response(null, { status: 404 })
    if (route === 'exists') return new Response(null)
    if (route === 'close') return new Response(await this.#closeFree(address))
    if (route !== 'mcp') return this.#answerHttp(route as PlayRoute, address, request)
    const text = await request.text()
    const { session } = this.#open ?? (await this.#reopen(address))
    return new Response(await session.receiveRpc(text), { headers: { 'content-type': 'application/json' } })
  }

  /** Ends a free session, or has its socket's leaving end it. */
  async #closeFree({ environment }: SessionAddress): Promise<'closed' | 'closing'> {
    const { kv } = this.ctx.storage
    const free = findFreeSession(kv, environment)
    if (this.#holder() !== undefined && free !== undefined) {
      saveFreeSession(kv, { ...free, isClosing: true })
      return 'closing'
    }
    await this.#end(environment)
    return 'closed'
  }

  async #answerHttp(route: PlayRoute, address: SessionAddress, request: Request): Promise<Response> {
    const text = await request.text()
    const holder = this.#holder()
    if (holder !== undefined && route !== 'state') throw sessionTaken(address.key)
    const { session } = this.#open ?? (await this.#reopen(address))
    const isJson = /\bjson\b/.test(request.headers.get('content-type') ?? '')
    const { status, body } = await answerHttp(session, route, { text, isJson })
    return new Response(body, { status, headers: { 'content-type': 'application/json' } })
  }

  /** Brings the session into memory, once, however many frames wait for it. */
  #reopen(address: SessionAddress): Promise<OpenSession> {
    this.#opening ??= this.#load(address)
      .then((open) => {
        this.#open = open
        return open
      })
      .finally(() => {
        this.#opening = undefined
      })
    return this.#opening
  }

  #environmentOf(address: SessionAddress): AnyEnvironment {
    const environment = this.environments.find(({ name }) => name === address.environment)
    if (environment !== undefined) return environment
    const known = this.environments.map(({ name }) => name).join(', ')
    throw new OpenEnvError('FACTORY_ERROR', `No environment named "${address.environment}". Known: ${known}.`)
  }

  async #load(address: SessionAddress): Promise<OpenSession> {
    const environment = this.#environmentOf(address)
    this.#store ??= new SessionStore(this.ctx.storage.kv, address.environment, Date.now)
    return openSession({
      environment,
      address,
      store: this.#store,
      world: createWorld(this.env, this.#id),
      id: this.#id,
      mode: modeOf(environment, Reflect.get(this.env, 'OPENENV_MODE')),
      closeOther: (id) => closeSession(this.env, id, environment.name),
      now: Date.now,
      holder: () => this.#holder(),
      onRow: () => this.#armAlarm(Date.now() + Math.min(this.idleTimeoutMs, this.maxAgeMs)),
    })
  }

  /** A socket has gone. A session without a name, or kept with its socket only, goes with it. */
  async #leave(socket: WebSocket): Promise<void> {
    const connection = this.#recall(socket)
    this.#connections.delete(socket)
    if (!connection.isHolder) return
    const { address, record, serial } = connection.attachment
    const open = this.#open
    open?.flush()
    if (address.isFree === true) {
      if (findFreeSession(this.ctx.storage.kv, address.environment)?.isClosing === true) await this.#end(address.environment)
      return
    }
    if (outlivesSocket(address) && (open?.durability ?? address.durability) !== 'socket') return
    this.#open = undefined
    await open?.session.close()
    await this.#closeBox(address.environment)
    const hasRows = this.#hasAlarm || (record === undefined && serial > 0)
    if (hasRows) await this.#forget()
  }

  async #end(environment: string): Promise<void> {
    const open = this.#open
    this.#open = undefined
    await open?.session.close()
    await this.#closeBox(environment)
    await this.#forget()
  }

  get #id(): string {
    return this.ctx.id.toString()
  }

  /** The session is over, and its container with it. */
  async #closeBox(environment: string | undefined): Promise<void> {
    const hasBox = this.environments.some(({ name, box }) => name === environment && box !== undefined)
    if (hasBox) await sessionBox(this.env, this.ctx.id.toString())?.close()
  }

  async #forget(): Promise<void> {
    this.#open = undefined
    this.#store = undefined
    this.#hasAlarm = false
    await this.ctx.storage.deleteAll()
  }

  #armAlarm(dueAt: number): void {
    if (this.#hasAlarm) return
    this.#hasAlarm = true
    this.ctx.waitUntil(this.#setAlarm(dueAt))
  }

  async #setAlarm(dueAt: number): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(dueAt, { allowUnconfirmed: true })
  }

  /** The socket that plays now. */
  #holder(): Connection | undefined {
    if (this.#lastHolder?.isHolder !== true || this.#lastHolder.socket.readyState !== WebSocket.OPEN) {
      this.#lastHolder = otherHolder(undefined, this.#all())
    }
    return this.#lastHolder
  }

  #recall(socket: WebSocket): Connection {
    let connection = this.#connections.get(socket)
    if (connection === undefined) {
      connection = Connection.recall(socket)
      this.#connections.set(socket, connection)
    }
    return connection
  }

  #all(): Connection[] {
    return this.ctx.getWebSockets().map((socket) => this.#recall(socket))
  }
}

/** The answer to a text frame, in what the socket speaks. */
function answerText(session: Session, { isRpc }: SessionAddress, text: string): Promise<string | undefined> {
  return isRpc === true ? session.receiveRpc(text) : session.receive(text)
}

function send(socket: WebSocket, frame: string): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(frame)
}

function expire(socket: WebSocket): void {
  send(socket, errorFrame(new OpenEnvError('SESSION_ERROR', 'This session has expired: connect again and reset.')))
  socket.close(CLOSE_EXPIRED, 'session expired')
}

function binaryFrame(): OpenEnvError {
  return new OpenEnvError('SESSION_ERROR', 'A frame is a JSON object as text, not binary.')
}
