import { join } from 'node:path'
import { type RunningServer, startServer } from './server.ts'

const CLI = join(import.meta.dirname, '../../dist/cli/bin.js')

/** Where the runtime keeps its sessions: memory, or a folder on a disk. */
export type Storage = 'memory' | { readonly folder: string }

/** This project's runtime as `npm start` runs it; `npm run build` comes first. */
export function startOurs(storage: Storage): Promise<RunningServer> {
  const kept = storage === 'memory' ? ['--memory'] : ['--data', storage.folder]
  return startServer('openenv-edge', (port) => ({
    program: process.execPath,
    parameters: [CLI, 'serve', ...kept, '--port', String(port)],
  }))
}
