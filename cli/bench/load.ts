import { createRng } from '../../core/index.ts'
import { messageOf } from '../command-error.ts'
import type { RemoteEnvironment } from '../remote-environment.ts'
import { Wire } from '../wire.ts'

/** Times of each call in ms, as a client sees them. */
export interface Samples {
  readonly connect: number[]
  readonly reset: number[]
  readonly step: number[]
  /** Calls that were answered by an error or not at all. */
  failures: number
  /** What the first of them said; absent without failures. */
  firstError?: string
  /** From the first step to the last answer, all sessions together. */
  steppingMs: number
}

export interface LoadOptions {
  readonly sessions: number
  readonly seconds: number
  /** The URL of one session. */
  readonly urlOf: (session: number) => string
}

/** Connects all sessions at once, resets them, and steps each as fast as it answers. */
export async function runLoad(environment: RemoteEnvironment, { sessions, seconds, urlOf }: LoadOptions): Promise<Samples> {
  const samples: Samples = { connect: [], reset: [], step: [], failures: 0, steppingMs: 0 }
  const wires = await Promise.all(
    Array.from({ length: sessions }, (_, session) => timed(samples, 'connect', () => Wire.open(urlOf(session)))),
  )
  const open = wires.filter((wire) => wire !== undefined)
  await Promise.all(open.map((wire, seed) => timed(samples, 'reset', () => wire.play('reset', { seed }))))
  const started = performance.now()
  const end = started + seconds * 1000
  await Promise.all(open.map((wire, session) => stepUntil(end, wire, session, environment, samples)))
  samples.steppingMs = performance.now() - started
  for (const wire of open) wire.close()
  return samples
}

async function stepUntil(end: number, wire: Wire, session: number, environment: RemoteEnvironment, samples: Samples): Promise<void> {
  const rng = createRng(session, 1)
  while (performance.now() < end) {
    const turn = await timed(samples, 'step', () => wire.play('step', environment.drawAction(rng)))
    if (turn?.done) await timed(samples, 'reset', () => wire.play('reset', { seed: session }))
  }
}

async function timed<T>(samples: Samples, call: 'connect' | 'reset' | 'step', work: () => Promise<T>): Promise<T | undefined> {
  const started = performance.now()
  try {
    const result = await work()
    samples[call].push(performance.now() - started)
    return result
  } catch (error) {
    samples.failures++
    samples.firstError ??= messageOf(error)
    return undefined
  }
}
