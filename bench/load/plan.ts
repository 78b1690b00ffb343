import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { EnvironmentCase } from '../cases.ts'
import type { RunningServer } from '../servers/server.ts'

/** What one run of the load generator does. Every session steps again as soon as its answer is there, or `gapMs` later. */
export const LoadPlan = z.object({
  /** `{session}` in it becomes the session's number. */
  url: z.string(),
  sessions: z.int(),
  reset: z.string(),
  /** Step frames in order, or how to choose one from the last answer. */
  play: z.union([z.object({ script: z.array(z.string()) }), z.object({ from: z.string(), to: z.string(), rest: z.looseObject({}) })]),
  gapMs: z.number(),
  warmUpMs: z.number(),
  measureMs: z.number(),
  /** The server's process group, whose CPU and memory are read. */
  group: z.int(),
})
export type LoadPlan = z.output<typeof LoadPlan>

const Figure = z.number().nullable()

/** What was seen. A figure is null where nothing was answered. */
export const LoadResult = z.object({
  connectP50Ms: Figure,
  connectP99Ms: Figure,
  resetP50Ms: Figure,
  resetP99Ms: Figure,
  /** From the first connect until the last session's reset was answered, all begun at once. */
  readyMs: z.number(),
  /** Server CPU of one connect and reset. */
  cpuMicrosecondsPerReady: z.number(),
  steps: z.int(),
  stepsPerSecond: z.number(),
  stepP50Ms: Figure,
  stepP99Ms: Figure,
  cpuMicrosecondsPerStep: Figure,
  /** Growth of the server's resident memory a session: all of them reset, and after their steps. */
  idleBytesPerSession: z.number(),
  usedBytesPerSession: z.number(),
  /** Refused or broken connections, error frames, answers that never came. */
  failures: z.int(),
  firstFailure: z.string().nullable(),
})
export type LoadResult = z.output<typeof LoadResult>

/** How hard and how long; the defaults step without a pause. */
export interface LoadShape {
  readonly sessions: number
  readonly warmUpMs: number
  readonly measureMs: number
  readonly gapMs?: number
}

const run = promisify(execFile)
const PROGRAM = join(import.meta.dirname, 'main.ts')

/** Plays a case against a server from a process of its own; `path` is the server's WebSocket path. */
export async function runLoad(
  server: RunningServer,
  path: string,
  environment: EnvironmentCase,
  { gapMs = 0, ...shape }: LoadShape,
): Promise<LoadResult> {
  const { play } = environment
  const plan: LoadPlan = {
    ...shape,
    gapMs,
    url: `ws://127.0.0.1:${server.port}${path}`,
    reset: JSON.stringify({ type: 'reset', data: environment.reset }),
    play:
      'script' in play
        ? { script: play.script.map((data) => JSON.stringify({ type: 'step', data })) }
        : { ...play, rest: { ...play.rest } },
    group: server.group,
  }
  const { stdout } = await run(process.execPath, [PROGRAM, JSON.stringify(plan)])
  return LoadResult.parse(JSON.parse(stdout))
}
