import {
  type AnyEnvironment,
  type AppliedTurn,
  type Awaitable,
  loadEnvironment,
  modeOf,
  OpenEnvError,
  type ServedEnvironment,
} from '../core/internal.ts'
import { sessionBox } from './box/session-box.ts'
import type { Connection } from './connection.ts'
import { findFreeSession } from './free-session.ts'
import { otherHolder } from './holding.ts'
import type { ObjectStorage } from './object-storage.ts'
import { durabilityOf, type OpenSession, openSession } from './open-session.ts'
import { outlivesSocket, type SessionAddress } from './session-address.ts'
import type { SessionAlarm } from './session-alarm.ts'
import { closeSession } from './session-directory.ts'
import { SessionStore } from './session-store.ts'
import type { Sockets } from './sockets.ts'
import { createWorld } from './world.ts'

export interface LiveSessionParts {
  /** Of the object. */
  readonly id: string
  readonly storage: ObjectStorage
  readonly bindings: object
  readonly environments: readonly ServedEnvironment[]
  readonly sockets: Sockets
  readonly alarm: SessionAlarm
  /** After how many ms a row is looked at again. */
  readonly rowLifetimeMs: number
  /** Called for each turn before it is kept; a throw undoes it. */
  onTurn(address: SessionAddress, turn: AppliedTurn, at: number): void
}

/** The one session of an object: brought into memory when it is needed, ended for good when nothing can come back to it. */
export class LiveSession {
  readonly #parts: LiveSessionParts
  #opening: Promise<OpenSession> | undefined
  #open: OpenSession | undefined
  #store: SessionStore | undefined

  constructor(parts: LiveSessionParts) {
    this.#parts = parts
  }

  /** Undefined while nothing has asked for it since the object woke. */
  get current(): OpenSession | undefined {
    return this.#open
  }

  get id(): string {
    return this.#parts.id
  }

  /** The session in memory; loaded once, however many frames wait for it. */
  open(address: SessionAddress): Awaitable<OpenSession> {
    if (this.#open !== undefined) return this.#open
    this.#opening ??= this.#begin(address)
    return this.#opening
  }

  /** As `open`, for who plays without a socket: while no socket holds the session, it is kept as this request asks. */
  async openFor(address: SessionAddress): Promise<OpenSession> {
    const open = await this.open(address)
    if (this.#parts.sockets.holder() === undefined) open.keepAs(durabilityOf(address, open.environment))
    return open
  }

  /** A socket took the session: what it asks for holds from now on. */
  handOver(connection: Connection, displaced: Connection | undefined): void {
    const { address } = connection.attachment
    if (displaced !== undefined) this.#open?.flush()
    const keepAsAsked = (open: OpenSession) => open.keepAs(durabilityOf(address, open.environment))
    if (this.#open !== undefined) keepAsAsked(this.#open)
    else void this.#opening?.then(keepAsAsked, () => {})
  }

  /** The socket that played has gone. A session without a name, or kept with its socket only, goes with it. */
  async leave(connection: Connection): Promise<void> {
    const { address, record, serial } = connection.attachment
    const open = this.#open
    open?.flush()
    if (address.isFree === true) {
      if (findFreeSession(this.#parts.storage.kv, address)?.isClosing === true) await this.end(address.environment)
      return
    }
    const environment = open?.environment ?? (await this.#findEnvironment(address))
    const durability = open?.durability ?? (environment === undefined ? address.durability : durabilityOf(address, environment))
    const isKept = outlivesSocket(address) && (durability !== 'socket' || serial === 0)
    // Who has come meanwhile plays on.
    if (isKept || otherHolder(connection, this.#parts.sockets.all()) !== undefined) return
    const isInRows = durability === 'checkpoint' || (record === undefined && serial > 0)
    const hasRows = outlivesSocket(address) || this.#parts.alarm.isArmed || isInRows
    await (hasRows ? this.end(address.environment) : this.#close(address.environment))
  }

  /** Ends the session and deletes its rows. */
  async end(environment: string | undefined): Promise<void> {
    const closing = this.#close(environment)
    // At once: the next client may come while the container is being closed.
    this.#store = undefined
    this.#parts.alarm.clear()
    await Promise.all([this.#parts.storage.deleteAll(), closing])
  }

  /** The session is over, and its container with it. */
  async #close(environment: string | undefined): Promise<void> {
    const { environments, bindings } = this.#parts
    const open = this.#open
    this.#open = undefined
    this.#opening = undefined
    open?.stop()
    await open?.session.close()
    const hasBox = environments.some(({ name, box }) => name === environment && box !== undefined)
    if (hasBox) await sessionBox(bindings, this.id)?.close()
  }

  #begin(address: SessionAddress): Promise<OpenSession> {
    const opening = this.#load(address)
      .then((open) => {
        if (this.#opening === opening) this.#open = open
        // It ended before it was there: what waits for it is not kept.
        else open.stop()
        return open
      })
      .finally(() => {
        if (this.#opening === opening) this.#opening = undefined
      })
    return opening
  }

  async #load(address: SessionAddress): Promise<OpenSession> {
    const { storage, bindings, sockets, alarm, rowLifetimeMs, onTurn } = this.#parts
    const environment = await this.#environmentOf(address)
    this.#store ??= new SessionStore(storage, address.environment, Date.now)
    return openSession({
      environment,
      address,
      store: this.#store,
      world: createWorld(bindings, this.id),
      id: this.id,
      mode: modeOf(environment, Reflect.get(bindings, 'OPENENV_MODE')),
      closeOther: (id) => closeSession(bindings, id, address),
      now: Date.now,
      holder: () => sockets.holder(),
      onTurn: (turn, at) => onTurn(address, turn, at),
      onRow: () => alarm.arm(Date.now() + rowLifetimeMs),
    })
  }

  /** Undefined for one that a redeploy has taken away. */
  async #findEnvironment(address: SessionAddress): Promise<AnyEnvironment | undefined> {
    const served = this.#parts.environments.find(({ name }) => name === address.environment)
    return served === undefined ? undefined : loadEnvironment(served)
  }

  async #environmentOf(address: SessionAddress): Promise<AnyEnvironment> {
    const environment = await this.#findEnvironment(address)
    if (environment !== undefined) return environment
    const known = this.#parts.environments.map(({ name }) => name).join(', ')
    throw new OpenEnvError('FACTORY_ERROR', `No environment named "${address.environment}". Known: ${known}.`)
  }
}
