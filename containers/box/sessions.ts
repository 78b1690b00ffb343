import { end, listProcesses, membersOf, sweep } from './processes.ts'
import type { User } from './user.ts'

const WATCH_EVERY_MS = 100

/** The process sessions that are meant to live: running commands, kernels, terminals. All else of the user is swept away. */
export class Sessions {
  readonly #user: User
  readonly #live = new Set<number>()

  constructor(user: User) {
    this.#user = user
  }

  add(session: number): void {
    this.#live.add(session)
  }

  /** Ends a session and everything that has left one. */
  end(session: number): void {
    this.#live.delete(session)
    end(-session)
    sweep(this.#user.uid, this.#live)
  }

  /** Ends every process of the user but those of some sessions. */
  endAllBut(sessions: readonly number[]): void {
    this.#live.clear()
    for (const session of sessions) this.#live.add(session)
    sweep(this.#user.uid, this.#live)
  }

  /** Calls back once when a session takes more memory than it may. Returns how to stop watching. */
  watchMemory(session: number, maxBytes: number, onExceeded: () => void): () => void {
    const timer = setInterval(() => {
      const used = membersOf(session, listProcesses(this.#user.uid)).reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
      if (used <= maxBytes) return
      clearInterval(timer)
      onExceeded()
    }, WATCH_EVERY_MS)
    return () => clearInterval(timer)
  }
}
