/** Closes without a code of their own: the connection was lost (RFC 6455, 7.4.1). */
const LOST_CODES: ReadonlySet<number> = new Set([1005, 1006])

/** Told what becomes of a bridge. */
export interface BridgeEvents {
  /** Something was said, in either direction. */
  onFrame(): void
  /** The container has gone without a word. `isOwed`: the client waits for an answer. */
  onLost(isOwed: boolean): void
}

/** Carries frames between a client's socket and the container's, unread. */
export class Bridge {
  readonly #upstream: WebSocket
  readonly #events: BridgeEvents
  #owed = 0

  constructor(client: WebSocket, upstream: WebSocket, events: BridgeEvents) {
    this.#upstream = upstream
    this.#events = events
    upstream.binaryType = 'arraybuffer'
    upstream.accept()
    upstream.addEventListener('message', ({ data }) => {
      this.#owed = Math.max(0, this.#owed - 1)
      events.onFrame()
      client.send(data)
    })
    upstream.addEventListener('close', ({ code, reason }) => {
      if (LOST_CODES.has(code)) events.onLost(this.#owed > 0)
      else client.close(code, reason)
    })
    upstream.addEventListener('error', () => events.onLost(this.#owed > 0))
  }

  send(frame: string | ArrayBuffer): void {
    this.#owed++
    this.#events.onFrame()
    this.#upstream.send(frame)
  }

  close(code: number, reason: string): void {
    if (LOST_CODES.has(code)) this.#upstream.close()
    else this.#upstream.close(code, reason)
  }
}
