import type { StoredAnswer } from '../core/internal.ts'

/** What is kept of a session: its episode's snapshot and the last numbered answer. */
export interface SessionRecord {
  /** Turns of the session so far, resets included. Of two records the one with the higher serial is newer. */
  readonly serial: number
  readonly snapshot: string
  readonly stored: StoredAnswer | undefined
  /** When it was made, ms since 1970. */
  readonly at: number
}

/** A turn as its episode's record keeps it: JSON text, enough to play it again. */
export interface KeptTurn {
  readonly text: string
  /** Digest of the snapshot that it led to: a replay that ends elsewhere is noticed. */
  readonly digest: number
  readonly requestId: string | undefined
}

/** A 53-bit digest of text (cyrb53 by bryc, public domain): it finds a replay that went astray, it secures nothing. */
export function digestOf(text: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
