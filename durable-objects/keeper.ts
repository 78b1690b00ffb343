import type { AppliedTurn, Durability } from '../core/internal.ts'
import type { SessionRecord } from './session-record.ts'

/** A turn with the record that it led to. */
export interface TurnToKeep {
  readonly turn: AppliedTurn
  readonly record: SessionRecord
}

/** Where a keeper can put a turn. */
export interface KeepingPlaces {
  /** With the socket; false when it is too large for that, or when there is no socket. */
  attach(record: SessionRecord): boolean
  /** Notes with the socket that the session has come so far, and nothing else. */
  mark(record: SessionRecord): void
  /** In rows. `mayLack` says that later turns may be played and not saved. */
  save(kept: TurnToKeep, options: { mayLack?: boolean; turnsOnly?: boolean }): void
  /** Adds the turn to the episode's record, without saving it. */
  note(kept: TurnToKeep): void
  /** Deletes what rows there are: an older state must not come back in place of a newer one. */
  forget(): void
  /** As `forget`; where clients can come back, a row says that there was an episode. */
  leaveTrace(record: SessionRecord): void
}

/** Keeps turns as a durability mode promises. */
export interface Keeper {
  /** Called for each turn before it is acknowledged; a throw undoes the turn. */
  keep(kept: TurnToKeep): void
  /** The socket has gone, or the object may go: what is not saved yet is saved now. */
  flush(): void
  /** The session is over: nothing is saved any more. */
  stop(): void
}

/** Turns between two snapshots of a large episode. */
const SNAPSHOT_EVERY = 64
/** What `checkpoint` may lose in a crash. */
const CHECKPOINT_MS = 1_000

/** The keeper of a durability mode (DESIGN.md, Durability). */
export function createKeeper(durability: Durability, places: KeepingPlaces): Keeper {
  switch (durability) {
    case 'none':
      return keepNothing(places)
    case 'step':
      return keepEachTurn(places)
    case 'checkpoint':
      return keepNowAndThen(places)
    case 'socket':
      return keepWithSocket(places)
  }
}

function keepNothing({ mark, leaveTrace }: KeepingPlaces): Keeper {
  return {
    keep({ record }) {
      mark(record)
      leaveTrace(record)
    },
    flush: () => {},
    stop: () => {},
  }
}

function keepEachTurn({ mark, save, note }: KeepingPlaces): Keeper {
  return {
    keep(kept) {
      note(kept)
      save(kept, { turnsOnly: !kept.turn.isStart && kept.record.serial % SNAPSHOT_EVERY !== 0 })
      mark(kept.record)
    },
    flush: () => {},
    stop: () => {},
  }
}

/**
 * A small episode stays with its socket, and rows of an older state must not outlive it; one too large for that is saved in a row when
 * it pauses.
 */
function keepWithSocket(places: KeepingPlaces): Keeper {
  const rows = keepNowAndThen({ ...places, attach: () => false, note: () => {} })
  return {
    keep(kept) {
      if (places.attach(kept.record)) places.forget()
      else rows.keep(kept)
    },
    flush: () => rows.flush(),
    stop: () => rows.stop(),
  }
}

/**
 * A row now when the last one is over a second old, else one when the second is over. The first row of a burst says that later
 * turns may be missing, the last one that none are: so a crash that lost turns is noticed, and one between two slow steps loses none.
 */
function keepNowAndThen({ attach, save, note }: KeepingPlaces): Keeper {
  let savedAt = -Infinity
  let isOpen = false
  let unsaved: TurnToKeep | undefined
  let last: TurnToKeep | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function write(kept: TurnToKeep, mayLack: boolean): void {
    save(kept, { mayLack })
    savedAt = kept.record.at
    isOpen = mayLack
    unsaved = undefined
  }

  function onSecond(): void {
    timer = undefined
    if (unsaved !== undefined) {
      write(unsaved, true)
      arm()
    } else if (isOpen && last !== undefined) write(last, false)
  }

  function arm(): void {
    timer ??= setTimeout(onSecond, CHECKPOINT_MS)
  }

  function stop(): void {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    keep(kept) {
      note(kept)
      attach(kept.record)
      last = kept
      if (isOpen) {
        unsaved = kept
        arm()
      } else if (kept.record.at - savedAt >= CHECKPOINT_MS) write(kept, false)
      else {
        write(kept, true)
        arm()
      }
    },
    stop,
    flush() {
      stop()
      const final = unsaved ?? (isOpen ? last : undefined)
      if (final !== undefined) write(final, false)
    },
  }
}
