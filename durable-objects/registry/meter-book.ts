import { addTally, type Tally } from './tally.ts'

/** What is told of a session: its own, and what it did since it was told of last. */
export interface SessionNote {
  readonly id: string
  readonly environment: string
  readonly key: string | undefined
  readonly subject: string | undefined
  /** ms since 1970. */
  readonly openedAt: number
  readonly at: number
  readonly steps: number
  readonly episodes: number
}

/** What an isolate tells: counts since its last report, by environment, and its sessions. */
export interface Report {
  readonly tallies: readonly (readonly [environment: string, tally: Tally])[]
  readonly sessions: readonly SessionNote[]
  /** Ids of sessions that have ended. */
  readonly ended: readonly string[]
}

const TALLY = 'tally/'
const SESSION = 'session/'
/** A session that nobody has told of for so long is gone, and its end was lost. */
const FORGET_AFTER_MS = 24 * 60 * 60_000

/** The counts and sessions of a part of the deployment, as isolates told them. */
export class MeterBook {
  readonly #kv: DurableObjectStorage['kv']

  constructor(kv: DurableObjectStorage['kv']) {
    this.#kv = kv
  }

  add({ tallies, sessions, ended }: Report): void {
    for (const [environment, tally] of tallies) {
      const key = TALLY + environment
      const before = this.#kv.get<Tally>(key)
      this.#kv.put(key, before === undefined ? tally : addTally(before, tally))
    }
    for (const note of sessions) {
      const key = SESSION + note.id
      const before = this.#kv.get<SessionNote>(key)
      const { steps = 0, episodes = 0, openedAt = note.openedAt } = before ?? {}
      this.#kv.put(key, { ...note, openedAt, steps: steps + note.steps, episodes: episodes + note.episodes } satisfies SessionNote)
    }
    for (const id of ended) this.#kv.delete(SESSION + id)
  }

  tallies(): [environment: string, tally: Tally][] {
    return [...this.#kv.list<Tally>({ prefix: TALLY })].map(([key, tally]) => [key.slice(TALLY.length), tally])
  }

  sessions(now: number): SessionNote[] {
    const notes = [...this.#kv.list<SessionNote>({ prefix: SESSION })].map(([, note]) => note)
    const gone = notes.filter(({ at }) => now - at > FORGET_AFTER_MS)
    for (const { id } of gone) this.#kv.delete(SESSION + id)
    return notes.filter((note) => !gone.includes(note))
  }
}
