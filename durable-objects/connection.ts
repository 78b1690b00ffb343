import type { StoredAnswer } from '../core/internal.ts'
import type { SessionAddress } from './session-address.ts'
import type { SessionRecord } from './session-record.ts'

/**
 * What a socket is to a named session: `fresh` has sent nothing yet; `holds` plays; `took` plays, having displaced another;
 * `displaced` was displaced and will be told so when it speaks.
 */
export type Hold = 'fresh' | 'holds' | 'took' | 'displaced'

/** What survives hibernation and eviction with a socket. The platform keeps at most 16,384 bytes of it, serialized. */
export interface Attachment {
  readonly address: SessionAddress
  readonly openedAt: number
  hold: Hold
  /** Time of the last frame, ms since 1970. */
  at: number
  /** Turns of this session so far; with `record` absent, how many a stored one must have. */
  serial: number
  record?: SessionRecord
}

/** Serialized text costs up to two bytes a character; the head of an attachment takes less than 700. */
const MAX_RECORD_CHARACTERS = 7_500
const MAX_LATIN_CHARACTERS = 15_000

/** A socket and what is known of it. */
export class Connection {
  readonly socket: WebSocket
  readonly attachment: Attachment
  /** The lines of the attachment that never change. */
  readonly #head: string

  constructor(socket: WebSocket, attachment: Attachment) {
    this.socket = socket
    this.attachment = attachment
    this.#head = `${JSON.stringify(attachment.address)}\n${attachment.openedAt}\n`
  }

  /** A socket that this object has just accepted. */
  static open(socket: WebSocket, address: SessionAddress, now: number): Connection {
    const connection = new Connection(socket, { address, openedAt: now, hold: 'fresh', at: now, serial: 0 })
    connection.save()
    return connection
  }

  /** A socket that outlived the object's memory. */
  static recall(socket: WebSocket): Connection {
    return new Connection(socket, readAttachment(String(socket.deserializeAttachment())))
  }

  get isHolder(): boolean {
    return this.attachment.hold === 'holds' || this.attachment.hold === 'took'
  }

  save(): void {
    const { at, serial, record } = this.attachment
    this.socket.serializeAttachment(this.#head + printRest(this.attachment, at, serial, record))
  }

  /** Keeps the record with the socket. False when it is too large: then only its serial is kept, so that a loss is noticed. */
  keep(record: SessionRecord): boolean {
    const rest = isLarge(record) ? undefined : printRest(this.attachment, record.at, record.serial, record)
    if (rest === undefined || !isSmall(rest)) {
      this.mark(record)
      return false
    }
    this.attachment.serial = record.serial
    this.attachment.at = record.at
    this.attachment.record = record
    this.socket.serializeAttachment(this.#head + rest)
    return true
  }

  /** Keeps only how far the session has come: what it has come to is kept elsewhere, or nowhere, and then its loss is noticed. */
  mark({ serial, at }: SessionRecord): void {
    this.attachment.serial = serial
    this.attachment.at = at
    delete this.attachment.record
    this.save()
  }

  /** Takes over from the socket that played until now, and what was kept with it. */
  inherit(from: Connection): void {
    const { serial, record } = from.attachment
    this.attachment.serial = serial
    if (record !== undefined) this.attachment.record = record
    this.save()
    from.attachment.hold = 'displaced'
    delete from.attachment.record
    from.save()
  }
}

/**
 * An attachment as lines of text: it is written on every step, and one string is the cheapest thing to serialize; so is a small number,
 * the time since the socket was opened. No part holds a line break, since JSON escapes it.
 */
function printRest({ openedAt, hold }: Attachment, at: number, serial: number, record: SessionRecord | undefined): string {
  const stored = record?.stored === undefined ? '' : JSON.stringify(record.stored, markInteger)
  return `${hold}\n${at - openedAt}\n${serial}\n${record?.snapshot ?? ''}\n${stored}`
}

function readAttachment(text: string): Attachment {
  const [address = '', openedAt, hold, elapsed, serial, snapshot = '', stored = ''] = text.split('\n')
  const at = Number(openedAt) + Number(elapsed)
  const times = { openedAt: Number(openedAt), hold: hold as Hold, at, serial: Number(serial) }
  const attachment: Attachment = { address: JSON.parse(address), ...times }
  if (snapshot === '') return attachment
  const answer = stored === '' ? undefined : (JSON.parse(stored, readInteger) as StoredAnswer)
  return { ...attachment, record: { serial: times.serial, snapshot, stored: answer, at: times.at } }
}

/** True for a record that need not be printed to see that it is too large. */
function isLarge({ snapshot, stored }: SessionRecord): boolean {
  return snapshot.length + (stored?.reply.observation.length ?? 0) > MAX_LATIN_CHARACTERS
}

function isSmall(text: string): boolean {
  return text.length <= MAX_RECORD_CHARACTERS || (text.length <= MAX_LATIN_CHARACTERS && isLatin(text))
}

/** V8 serializes a string one byte a character only when all of them are Latin-1. */
function isLatin(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0xff) return false
  return true
}

/** A reward that is an integer stays one: JSON has no word for it. */
function markInteger(key: string, value: unknown): unknown {
  return key === 'reward' && typeof value === 'bigint' ? { integer: value.toString() } : value
}

function readInteger(key: string, value: unknown): unknown {
  const isMarked = key === 'reward' && typeof value === 'object' && value !== null && 'integer' in value
  return isMarked ? BigInt(String(value.integer)) : value
}
