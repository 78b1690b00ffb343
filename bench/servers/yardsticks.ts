import { join } from 'node:path'
import { type RunningServer, startServer } from './server.ts'

/** A plain Node `ws` server with an equal reply. */
export function startPlainNode(): Promise<RunningServer> {
  return startServer('plain Node', (port) => ({
    program: process.execPath,
    parameters: [pathOf('./plain-node-server.ts'), String(port)],
  }))
}

/** A bare Durable Object with an equal reply, under the runtime's own miniflare and workerd. */
export function startBareObject(): Promise<RunningServer> {
  return startServer('bare Durable Object', (port) => ({
    program: process.execPath,
    parameters: [pathOf('./worker-server.ts'), String(port), pathOf('./bare-object-worker.ts'), 'ECHOES=EchoObject'],
  }))
}

function pathOf(file: string): string {
  return join(import.meta.dirname, file)
}
