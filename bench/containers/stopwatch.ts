import { once } from 'node:events'
import { WebSocket } from 'ws'

/** One session whose answers are timed. */
export class TimedSession implements Disposable {
  readonly #socket: WebSocket

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  static async open(url: string): Promise<TimedSession> {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    await once(socket, 'open')
    return new TimedSession(socket)
  }

  /** Milliseconds until the answer. Throws for an error frame. */
  async ask(type: string, data: object): Promise<number> {
    const from = performance.now()
    this.#socket.send(JSON.stringify({ type, data }))
    const [frame] = await once(this.#socket, 'message')
    const elapsed = performance.now() - from
    const answer: { type?: string } = JSON.parse(String(frame))
    if (answer.type === 'error') throw new Error(`A step was refused: ${String(frame)}`)
    return elapsed
  }

  [Symbol.dispose](): void {
    this.#socket.terminate()
  }
}

/** Times of `count` turns, one after the other, in milliseconds. */
export async function timesOf(count: number, turn: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  while (times.length < count) times.push(await turn())
  return times
}

export async function elapsedOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
