import type { Readable } from 'node:stream'

/** Keeps the first bytes of a stream and reads on, so that the writer never blocks. */
export class Output {
  readonly #chunks: Buffer[] = []
  readonly #maxBytes: number
  #size = 0
  #dropped = 0

  constructor(stream: Readable, maxBytes: number, onText?: (text: string) => void) {
    this.#maxBytes = maxBytes
    const decoder = new TextDecoder()
    stream.on('data', (chunk: Buffer) => {
      const kept = this.#keep(chunk)
      if (kept.length > 0) onText?.(decoder.decode(kept, { stream: true }))
    })
    // A pipe that breaks has said all it will.
    stream.on('error', () => {})
  }

  get truncated(): boolean {
    return this.#dropped > 0
  }

  /** What was kept, as text; bytes that are no UTF-8 become U+FFFD, and a character cut in two is left out. */
  get text(): string {
    return new TextDecoder().decode(Buffer.concat(this.#chunks), { stream: this.truncated })
  }

  #keep(chunk: Buffer): Buffer {
    const kept = chunk.subarray(0, Math.max(0, this.#maxBytes - this.#size))
    this.#dropped += chunk.length - kept.length
    this.#size += kept.length
    if (kept.length > 0) this.#chunks.push(kept)
    return kept
  }
}
