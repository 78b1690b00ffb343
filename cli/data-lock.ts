import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from './command-error.ts'

/**
 * Makes a data folder and holds it for this process: two runtimes on the same episodes would both write them. The lock is a listening socket,
 * which the kernel takes away from a killed process; a file with a process id could lie.
 */
export async function lockData(folder: string, flag = '--data'): Promise<{ release(): void }> {
  mkdirSync(folder, { recursive: true })
  const address = lockAddress(realpathSync(folder))
  if (await isListening(address)) {
    throw new CommandError(`Another openenv-edge is using ${folder}. Stop it, or choose another folder with ${flag}.`)
  }
  if (process.platform !== 'win32') rmSync(address, { force: true })
  const server = await listen(address)
  server.unref()
  return { release: () => void server.close() }
}

function lockAddress(folder: string): string {
  const name = `openenv-edge-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}.lock`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name)
}

function isListening(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject).listen(address, () => resolve(server))
  })
}
