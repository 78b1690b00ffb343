import { Disk } from './disk.ts'
import { end, listProcesses, membersOf, sweep } from './processes.ts'
import type { User } from './user.ts'

const WATCH_EVERY_MS = 100

/** The process sessions that are meant to live: running commands, kernels, terminals. All else of the user is swept away. */
export class Sessions {
  readonly #user: User
  readonly #live = new Set<number>()
  readonly #disk = new Disk()

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

  /** Calls back once when a session takes more memory than it may, or more disk; `onTick`: at every look. Returns how to stop watching. */
  watch(session: number, maxMemoryBytes: number, onExceeded: (reason: 'memory' | 'disk') => void, onTick?: () => void): () => void {
    const timer = setInterval(async () => {
      onTick?.()
      const members = membersOf(session, listProcesses(this.#user.uid))
      const used = members.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
      const reason = used > maxMemoryBytes ? 'memory' : (await this.#disk.isOverfull()) ? 'disk' : undefined
      if (reason === undefined || !this.#live.has(session)) return
      clearInterval(timer)
      onExceeded(reason)
    }, WATCH_EVERY_MS)
    return () => clearInterval(timer)
  }
}
