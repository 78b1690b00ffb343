import { execFile } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { promisify } from 'node:util'

/** What a session may store: less than the disk of the platform's small instances. */
const MAX_BYTES = 2 * 1024 ** 3
const FOLDERS = ['/home/user', '/workspace', '/tmp', '/var/tmp']

const run = promisify(execFile)

/** Notices a session that fills the disk. Counting files takes time, so it is done only when the disk has shrunk as much. */
export class Disk {
  readonly #freeAtStart = freeBytes()
  #counting: Promise<boolean> | undefined

  async isOverfull(): Promise<boolean> {
    if (this.#freeAtStart - freeBytes() < MAX_BYTES) return false
    this.#counting ??= countBytes()
      .then((bytes) => bytes > MAX_BYTES)
      .finally(() => {
        this.#counting = undefined
      })
    return this.#counting
  }
}

function freeBytes(): number {
  const { bavail, bsize } = statfsSync('/')
  return bavail * bsize
}

/** Folders that the server may not enter count as empty: the session's user has closed them to itself, too. */
async function countBytes(): Promise<number> {
  const { stdout } = await run('du', ['-sxc', '--block-size=1', ...FOLDERS]).catch((error: { stdout?: string }) => ({
    stdout: error.stdout ?? '',
  }))
  return Number(/^(\d+)\ttotal$/m.exec(stdout)?.[1] ?? 0)
}
