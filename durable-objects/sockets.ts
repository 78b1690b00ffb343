import { Connection } from './connection.ts'
import { otherHolder } from './holding.ts'

/** The sockets of an object, which outlive its memory. */
export class Sockets {
  readonly #state: DurableObjectState
  readonly #connections = new Map<WebSocket, Connection>()
  #lastHolder: Connection | undefined

  constructor(state: DurableObjectState) {
    this.#state = state
  }

  accept(connection: Connection): void {
    this.#state.acceptWebSocket(connection.socket)
    this.#connections.set(connection.socket, connection)
  }

  recall(socket: WebSocket): Connection {
    let connection = this.#connections.get(socket)
    if (connection === undefined) {
      connection = Connection.recall(socket)
      this.#connections.set(socket, connection)
    }
    return connection
  }

  all(): Connection[] {
    return this.#state.getWebSockets().map((socket) => this.recall(socket))
  }

  /** The socket that plays now. */
  holder(): Connection | undefined {
    if (this.#lastHolder?.isHolder !== true) this.#lastHolder = otherHolder(undefined, this.all())
    return this.#lastHolder
  }

  /** A socket has closed. */
  remove(connection: Connection): void {
    this.#connections.delete(connection.socket)
    if (this.#lastHolder === connection) this.#lastHolder = undefined
  }
}
