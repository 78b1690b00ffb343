import { type AnswerText, lost } from './box-answer.ts'
import { type BoxCall, BoxSocket } from './box-socket.ts'
import type { EnvironmentBox } from './environment-box.ts'
import { EPISODE_HEADER } from './way-in.ts'

/**
 * The box's object opens and closes the container by RPC, and hands out the socket into it on which calls go: a call by RPC costs a
 * session half as much again, in time and CPU, as all else that a step in a container does in the runtime.
 */
export class WayToBox {
  readonly #stub: () => DurableObjectStub<EnvironmentBox>
  #socket: BoxSocket | undefined
  #entering: Promise<BoxSocket | AnswerText> | undefined
  /** How often the container was given to another episode, or ended: a socket that comes later is of the one before. */
  #lefts = 0

  constructor(stub: () => DurableObjectStub<EnvironmentBox>) {
    this.#stub = stub
  }

  open(episodeId: string, allow: readonly string[]): Promise<AnswerText> {
    this.#leave()
    return this.#stub().open(episodeId, allow)
  }

  async ask(episodeId: string, call: BoxCall): Promise<AnswerText> {
    const entered = await this.#enter(episodeId)
    if (typeof entered === 'string') return entered
    const answer = await entered.ask(call)
    if (answer !== undefined) return answer
    // Left for another episode, whose container this may be by now.
    return entered.isLeft ? lost('it was stopped') : this.#stub().giveUp(episodeId)
  }

  close(): Promise<void> {
    this.#leave()
    return this.#stub().close()
  }

  /** The socket for an episode, or why there is none. Calls that are made together wait for the same one. */
  async #enter(episodeId: string): Promise<BoxSocket | AnswerText> {
    while (this.#entering !== undefined) await this.#entering
    if (this.#socket?.isOpen === true && this.#socket.episodeId === episodeId) return this.#socket
    this.#socket?.close()
    this.#entering = this.#openSocket(episodeId).finally(() => {
      this.#entering = undefined
    })
    return this.#entering
  }

  async #openSocket(episodeId: string): Promise<BoxSocket | AnswerText> {
    const lefts = this.#lefts
    const response = await this.#stub().fetch('http://box/', { headers: { upgrade: 'websocket', [EPISODE_HEADER]: episodeId } })
    if (response.webSocket === null) return response.text()
    const socket = new BoxSocket(response.webSocket, episodeId, () => this.#renew())
    if (lefts === this.#lefts) this.#socket = socket
    else socket.close()
    return socket
  }

  #leave(): void {
    this.#lefts++
    this.#socket?.close()
  }

  /** An object that has ended meanwhile has nothing to keep awake. */
  #renew(): void {
    this.#stub()
      .renew()
      .catch(() => {})
  }
}
