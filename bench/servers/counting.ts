import { join } from 'node:path'
import { z } from 'zod'
import { type RunningServer, startServer } from './server.ts'

const Counters = z.object({
  constructed: z.int(),
  rowsWritten: z.int(),
  timersPending: z.int(),
  timersSet: z.int(),
  fetchesPending: z.int(),
})
export type Counters = z.output<typeof Counters>

/** This project's worker from its sources, with every session object's rows, timers and constructor runs counted. */
export function startCounting(): Promise<RunningServer> {
  const at = (file: string): string => join(import.meta.dirname, file)
  return startServer('counted worker', (port) => ({
    program: process.execPath,
    parameters: [at('worker-server.ts'), String(port), at('counting-worker.ts'), 'SESSIONS=Sessions', 'REGISTRY=SessionRegistry'],
  }))
}

/** What has been counted since the server started. */
export async function countersOf({ port }: RunningServer): Promise<Counters> {
  const response = await fetch(`http://127.0.0.1:${port}/bench/counters`)
  return Counters.parse(await response.json())
}
