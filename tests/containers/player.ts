import { once } from 'node:events'
import { WebSocket } from 'ws'

export type Frame = {
  type: string
  data: Record<string, never> & { code?: string; message?: string; reward?: number; done?: boolean; observation?: Record<string, never> }
}

/** A client of an environment: a frame out, the next frame in. */
export class Player {
  readonly #socket: WebSocket

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  static async connect(server: URL, path: string): Promise<Player> {
    const socket = new WebSocket(new URL(path, server.href.replace('http', 'ws')).href)
    await once(socket, 'open')
    return new Player(socket)
  }

  async ask(type: string, data?: object): Promise<Frame> {
    const answer = this.next()
    this.#socket.send(JSON.stringify({ type, data }))
    return answer
  }

  /** A frame that nothing has asked for, such as a refusal. */
  async next(): Promise<Frame> {
    const [message] = await once(this.#socket, 'message')
    return JSON.parse(String(message))
  }

  reset(data: object = {}): Promise<Frame> {
    return this.ask('reset', data)
  }

  step(data: object): Promise<Frame> {
    return this.ask('step', data)
  }

  /** Goes without a word, as a killed client does. */
  vanish(): void {
    this.#socket.terminate()
  }

  close(): void {
    this.#socket.close()
  }
}
