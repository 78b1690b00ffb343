import {
  type AnyEnvironment,
  type AppliedTurn,
  type Backend,
  type Closing,
  createThrowLog,
  type Durability,
  type Fault,
  InProcessBackend,
  logEvent,
  type Mode,
  OpenEnvError,
  printStored,
  Session,
  type StoredAnswer,
  versionOf,
  type World,
} from '../core/internal.ts'
import type { Connection } from './connection.ts'
import { createKeeper, type KeepingPlaces } from './keeper.ts'
import { ReplayableWorld, replayTurns, rolledBack } from './replay.ts'
import { outlivesSocket, type SessionAddress } from './session-address.ts'
import { digestOf, type SessionRecord } from './session-record.ts'
import type { FoundSession, SessionStore } from './session-store.ts'

/** A session in memory, with what keeps it. */
export interface OpenSession {
  readonly environment: AnyEnvironment
  readonly session: Session
  durability: Durability
  /** Of the last turn, ms since 1970. */
  at: number
  /** Saves what is not saved yet, where the durability keeps it at all. */
  flush(): void
  /** Ends the keeping: nothing is saved any more, and a turn that is still being played is refused. */
  stop(): void
  /** Keeps later turns in another way, as a client with other options asks. */
  keepAs(durability: Durability): void
}

export interface OpenSessionParts {
  readonly environment: AnyEnvironment
  readonly address: SessionAddress
  readonly store: SessionStore
  readonly world: World
  /** By which JSON-RPC knows the session. */
  readonly id: string
  readonly mode: Mode
  closeOther(id: string): Promise<Closing>
  now(): number
  /** The socket that plays now: where a small episode is kept. */
  holder(): Connection | undefined
  /** Called for each turn before it is kept; a throw undoes it. */
  onTurn(turn: AppliedTurn, at: number): void
  /** Called before a row is written: rows must be reaped some day. */
  onRow(): void
}

/** Brings a session into memory: from its socket, from its rows, or new. */
export async function openSession(parts: OpenSessionParts): Promise<OpenSession> {
  const { environment, address, store, now, holder } = parts
  const world = new ReplayableWorld(parts.world)
  const backend = new InProcessBackend(environment, world, { mode: parts.mode, onThrow: createThrowLog(environment.name, parts.id) })
  const kept = holder()?.attachment
  const isStored = outlivesSocket(address) || (kept !== undefined && kept.record === undefined && kept.serial > 0)
  const found = isStored ? store.load() : undefined
  const { serial, stored, fault } = await restore(backend, world, kept, found)
  // Later turns lead nowhere from where an episode was rolled back to, nor from another version's.
  const isBroken = fault !== undefined || (found !== undefined && versionOf(found.record.snapshot) !== environment.version)
  const open = { at: found?.record.at ?? kept?.at ?? now(), serial, durability: durabilityOf(address, environment), isBroken }
  return connect(parts, backend, open, { stored, fault })
}

/** What the client asked for, else the environment, else: with its socket, or each step where a name makes it worth resuming. */
export function durabilityOf(address: SessionAddress, environment: AnyEnvironment): Durability {
  const asked = address.durability ?? environment.durability
  if (address.isFree === true) return asked === undefined || asked === 'socket' ? 'step' : asked
  return asked ?? (address.key === undefined ? 'socket' : 'step')
}

const UNREADABLE = 'The stored episode is not readable: reset to start a new one.'

type Restored = { serial: number; stored: StoredAnswer | undefined; fault: Fault | undefined }
type Kept = { serial: number; record?: SessionRecord }

/** Gives the newest of what was kept back to the backend, and says what is missing. */
async function restore(
  backend: Backend,
  world: ReplayableWorld,
  kept: Kept | undefined,
  found: FoundSession | undefined,
): Promise<Restored> {
  const isAttached = kept?.record !== undefined && kept.record.serial >= (found?.record.serial ?? 0)
  const record = isAttached ? kept.record : found?.record
  const laterTurns = isAttached ? [] : (found?.laterTurns ?? [])
  let serial = (record?.serial ?? 0) + laterTurns.length
  let stored = record?.stored
  try {
    // An empty one is the trace of an episode that was in memory only.
    backend.restore(record?.snapshot || undefined)
    const version = versionOf(record?.snapshot ?? '')
    if (laterTurns.length > 0) stored = await replayTurns(backend, world, { turns: laterTurns, version, stored })
  } catch (cause) {
    const error = cause instanceof OpenEnvError ? cause : new OpenEnvError('SESSION_ERROR', UNREADABLE, { cause })
    return { serial, stored: undefined, fault: { error, isSticky: error.code !== 'EPISODE_ROLLED_BACK' } }
  }
  // A socket that has seen no turn knows nothing of the session; the rows alone speak then.
  const isLost = kept === undefined || kept.serial === 0 ? found?.mayLack === true : serial < kept.serial
  serial = Math.max(serial, kept?.serial ?? 0)
  if (!isLost) return { serial, stored, fault: undefined }
  const reason = backend.episode === undefined ? 'they were in memory only' : 'the server stopped before it had saved them'
  const error = rolledBack(backend.episode?.stepCount, reason)
  return { serial, stored: undefined, fault: { error, isSticky: false } }
}

type Opened = { at: number; serial: number; durability: Durability; isBroken: boolean }

function connect(parts: OpenSessionParts, backend: Backend, opened: Opened, options: Omit<Restored, 'serial'>): OpenSession {
  const { environment, address, store, id, closeOther, mode, now, holder, onRow, onTurn } = parts
  let { isBroken } = opened
  const places: KeepingPlaces = {
    attach: (record) => holder()?.keep(record) ?? false,
    mark: (record) => holder()?.mark(record),
    note: ({ turn, record }) => store.add(keptTurn(turn, backend, record), turn.isStart),
    save({ record }, saving) {
      onRow()
      store.save(record, { ...saving, turnsOnly: saving.turnsOnly === true && backend.isRepeatable && !isBroken })
      isBroken = false
    },
    forget: () => store.clear(),
    leaveTrace({ at }) {
      if (!outlivesSocket(address)) return store.clear()
      onRow()
      store.leaveTrace(at)
    },
  }
  let { serial } = opened
  let isOver = false
  let keeper = createKeeper(opened.durability, places)
  const open: OpenSession = {
    environment,
    session: new Session(backend, { ...options, id, closeOther, mode, keep }),
    durability: opened.durability,
    at: opened.at,
    flush: () => keeper.flush(),
    stop() {
      isOver = true
      keeper.stop()
    },
    keepAs(durability) {
      if (durability === open.durability) return
      keeper.flush()
      keeper = createKeeper(durability, places)
      open.durability = durability
    },
  }
  return open

  function keep(turn: AppliedTurn): void {
    // The next client may be playing by now: what this one left behind must not be kept in its place.
    if (isOver) throw new OpenEnvError('SESSION_ERROR', 'This session has ended: connect again and reset.')
    const snapshot = backend.snapshot()
    if (snapshot === undefined) return
    open.at = now()
    onTurn(turn, open.at)
    const record = { serial: serial + 1, snapshot, stored: turn.stored, at: open.at }
    keeper.keep({ turn, record })
    serial = record.serial
    reportIgnored(turn, backend, environment)
  }
}

function keptTurn({ type, data, requestId }: AppliedTurn, backend: Backend, { snapshot }: SessionRecord) {
  const { effects } = backend
  return { text: printStored({ type, data, ...(effects.length === 0 ? {} : { effects }) }), digest: digestOf(snapshot), requestId }
}

/** OpenEnv drops reset keys that nothing reads; a line in the log is how a misspelt one is found. */
function reportIgnored({ type }: AppliedTurn, { ignoredKeys }: Backend, { name }: AnyEnvironment): void {
  if (type === 'reset' && ignoredKeys.length > 0) logEvent('reset_keys_ignored', { environment: name, keys: [...ignoredKeys] })
}
