import type { ObjectStorage } from './object-storage.ts'
import type { KeptTurn, SessionRecord } from './session-record.ts'

/** The synchronous key-value API of a SQLite-backed object's storage: a put is one row. */
export type KeyValue = DurableObjectStorage['kv']

/** A record as it was found, with the turns that came after its snapshot. */
export interface FoundSession {
  readonly environment: string
  readonly record: SessionRecord
  readonly laterTurns: readonly KeptTurn[]
  /** Turns after this record may have been played and not saved. */
  readonly mayLack: boolean
  readonly createdAt: number
}

type Row = Omit<FoundSession, 'laterTurns'> & {
  /** The episode's turns while they fit in this row; absent once they have rows of their own. */
  turns?: KeptTurn[]
  /** The further pieces of its texts have rows of their own. */
  pieces: number
  /** Where the texts of the stored answer begin and part, after the snapshot; absent where there is none. */
  bounds?: readonly [observation: number, metadata: number]
}

/** Up to this size an episode, its turns included, is one row (DESIGN.md, Durability). */
const ONE_ROW_CHARACTERS = 8_000
/** A row holds at most 2 MB; text can take two bytes a character. */
const PIECE_CHARACTERS = 900_000
const SESSION = 'session'
const TURNS = 'turns/'
const PIECE = 'snapshot/'

function turnsKey(serial: number): string {
  return TURNS + String(serial).padStart(12, '0')
}

/** What a stored session is of, when it was made and last saved, ms since 1970; undefined when nothing is stored. */
export function storedTimes(kv: KeyValue): { environment: string; createdAt: number; at: number } | undefined {
  const row = kv.get<Row>(SESSION)
  return row === undefined ? undefined : { environment: row.environment, createdAt: row.createdAt, at: row.record.at }
}

/** A session's rows: one while its episode is small, then a row for each turn and a snapshot now and then. */
export class SessionStore {
  readonly #storage: Pick<ObjectStorage, 'kv' | 'transactionSync'>
  readonly #environment: string
  readonly #now: () => number
  #row: Row | undefined
  #turns: KeptTurn[] = []
  #isLarge = false
  /** The next save begins an episode's record. */
  #isStart = false
  /** Of the last turn saved here; turns kept elsewhere leave a gap after it. */
  #savedSerial = 0

  constructor(storage: Pick<ObjectStorage, 'kv' | 'transactionSync'>, environment: string, now: () => number) {
    this.#storage = storage
    this.#environment = environment
    this.#now = now
  }

  /** What was saved last; undefined for a new session. */
  load(): FoundSession | undefined {
    const row = this.#kv.get<Row>(SESSION)
    this.#row = row
    this.#isLarge = row !== undefined && row.turns === undefined
    this.#isStart = false
    this.#turns = row?.turns ?? []
    if (row === undefined) return undefined
    const record = putTogether(row, row.record.snapshot + this.#readPieces(row.pieces))
    const laterTurns = this.#isLarge ? this.#readTurns(record.serial + 1) : []
    this.#savedSerial = record.serial + laterTurns.length
    return { ...row, record, laterTurns }
  }

  /** Adds a turn to the episode's record. It is saved by the next {@link save}. */
  add(turn: KeptTurn, isReset: boolean): void {
    if (isReset) this.#turns = []
    this.#isStart ||= isReset
    this.#turns.push(turn)
  }

  /**
   * Saves the turns added since the last save, and the record. A large episode's record may be left out (`turnsOnly`): its turns
   * lead to it. When it throws, what was saved last is still there, and the turns since are not.
   */
  save(record: SessionRecord, options: { mayLack?: boolean; turnsOnly?: boolean } = {}): void {
    try {
      this.#storage.transactionSync(() => this.#write(record, options))
    } catch (error) {
      this.load()
      throw error
    }
  }

  #write(record: SessionRecord, { mayLack = false, turnsOnly = false }: { mayLack?: boolean; turnsOnly?: boolean }): void {
    if (this.#isStart && this.#isLarge) this.#deleteTurns()
    if (this.#isStart) this.#isLarge = false
    this.#isStart = false
    const turnsSize = this.#turns.reduce((sum, { text }) => sum + text.length, 0)
    const isSmall = !this.#isLarge && record.snapshot.length + turnsSize < ONE_ROW_CHARACTERS
    // Turns too large for a row are left to the snapshot that they led to.
    const areTurnsKept = turnsSize <= PIECE_CHARACTERS
    if (!isSmall) {
      this.#isLarge = true
      if (this.#turns.length > 0 && areTurnsKept) this.#kv.put(turnsKey(record.serial - this.#turns.length + 1), this.#turns)
      this.#turns = []
    }
    // Turns lead to a record only from a snapshot here, with none between them that was kept elsewhere.
    const leadsHere = this.#row !== undefined && this.#row.turns === undefined && record.serial === this.#savedSerial + 1
    if (isSmall || !turnsOnly || !leadsHere || !areTurnsKept) this.#saveRow(record, mayLack)
    this.#savedSerial = record.serial
  }

  /** Keeps of the episode no more than that there is one, so that its loss is noticed. Writes once. */
  leaveTrace(at: number): void {
    if (this.#row?.record.snapshot === '') return
    const createdAt = this.#row?.createdAt ?? this.#now()
    this.clear()
    const record = { serial: 0, snapshot: '', stored: undefined, at }
    this.#row = { environment: this.#environment, record, mayLack: true, createdAt, pieces: 0, turns: [] }
    this.#kv.put(SESSION, this.#row)
  }

  /** Deletes what {@link save} wrote. Writes nothing when there is nothing. */
  clear(): void {
    if (this.#row === undefined) return
    const pieces = [...this.#kv.list({ prefix: PIECE })].map(([key]) => key)
    for (const key of [SESSION, ...pieces]) this.#kv.delete(key)
    this.#deleteTurns()
    this.load()
  }

  get #kv(): KeyValue {
    return this.#storage.kv
  }

  #saveRow(record: SessionRecord, mayLack: boolean): void {
    const { text, bounds, rest } = takeApart(record)
    const pieces = Math.max(0, Math.ceil(text.length / PIECE_CHARACTERS) - 1)
    for (let i = 1; i <= pieces; i++) this.#kv.put(PIECE + i, text.slice(i * PIECE_CHARACTERS, (i + 1) * PIECE_CHARACTERS))
    this.#row = {
      environment: this.#environment,
      record: { ...rest, snapshot: text.slice(0, PIECE_CHARACTERS) },
      mayLack,
      createdAt: this.#row?.createdAt ?? this.#now(),
      pieces,
      ...(bounds === undefined ? {} : { bounds }),
      ...(this.#isLarge ? {} : { turns: this.#turns }),
    }
    this.#kv.put(SESSION, this.#row)
  }

  #deleteTurns(): void {
    for (const [key] of [...this.#kv.list({ prefix: TURNS })]) this.#kv.delete(key)
  }

  #readPieces(count: number): string {
    return Array.from({ length: count }, (_, index) => this.#kv.get<string>(PIECE + (index + 1)) ?? '').join('')
  }

  #readTurns(from: number): KeptTurn[] {
    return [...this.#kv.list<KeptTurn[]>({ prefix: TURNS, start: turnsKey(from) })].flatMap(([, turns]) => turns)
  }
}

/** A record's texts, which may be of any length, as one; and the record without them. */
function takeApart(record: SessionRecord): { text: string; bounds: Row['bounds']; rest: SessionRecord } {
  const { snapshot, stored } = record
  if (stored === undefined) return { text: snapshot, bounds: undefined, rest: record }
  const { observation, metadata } = stored.reply
  const rest = { ...record, stored: { ...stored, reply: { ...stored.reply, observation: '', metadata: '' } } }
  return { text: snapshot + observation + metadata, bounds: [snapshot.length, snapshot.length + observation.length], rest }
}

function putTogether({ record, bounds }: Row, text: string): SessionRecord {
  const { stored } = record
  if (bounds === undefined || stored === undefined) return { ...record, snapshot: text }
  const [observation, metadata] = bounds
  const reply = { ...stored.reply, observation: text.slice(observation, metadata), metadata: text.slice(metadata) }
  return { ...record, snapshot: text.slice(0, observation), stored: { ...stored, reply } }
}
