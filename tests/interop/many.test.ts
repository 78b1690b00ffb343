import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryMb } from './memory.ts'
import { openRaw, type RawClient } from './raw-client.ts'
import { type Runtime, startRuntime } from './runtime.ts'

const SESSIONS = Number(process.env.INTEROP_SESSIONS ?? 4096)
const IDLE_SESSIONS = Math.min(SESSIONS, Number(process.env.INTEROP_IDLE_SESSIONS ?? 2000))
const STEPS = 20
/** An object hibernates after ten seconds of silence. */
const IDLE_MS = 15_000
/** Handshakes under way at once: a client machine's backlog is not what is tried here. */
const CONNECTING = 64

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime({ file: join(import.meta.dirname, 'fixtures/trials.ts'), memory: true })
})
afterAll(() => runtime.stop())

test(`${SESSIONS} sessions at once take ${STEPS} steps each, all right; ${IDLE_SESSIONS} of them hibernate, and wake with their state`, {
  timeout: 400_000,
}, async () => {
  const sockets: RawClient[] = []
  const memory = { empty: memoryMb(runtime.group), active: 0, idle: 0, hibernating: 0 }
  for (const count of [SESSIONS / 32, SESSIONS / 8, SESSIONS]) await ramp(sockets, count)
  memory.active = memoryMb(runtime.group)

  await Promise.all(sockets.splice(IDLE_SESSIONS).map((socket) => socket.close()))
  memory.idle = memoryMb(runtime.group)
  const before = await constructed()
  await setTimeout(IDLE_MS)
  memory.hibernating = memoryMb(runtime.group)
  await Promise.all(sockets.map(stepOn))
  expect((await constructed()) - before).toBe(sockets.length)
  console.log(JSON.stringify({ sessions: SESSIONS, idle: sockets.length, memory_mb: memory }))
  await Promise.all(sockets.map((socket) => socket.close()))
  expect(runtime.errorLines()).toEqual([])
})

/** Connects up to `count` sessions, then all of them together play an episode. */
async function ramp(sockets: RawClient[], count: number): Promise<void> {
  const took: Record<'connect' | 'reset' | 'step', number[]> = { connect: [], reset: [], step: [] }
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(CONNECTING, count - sockets.length) }, () => openRaw(`${runtime.url}/envs/slow`))
    sockets.push(...(await Promise.all(batch.map((opening) => timed(took.connect, opening)))))
  }
  await Promise.all(
    sockets.map(async (socket, session) => {
      expect(observationOf(await timed(took.reset, socket.ask('{"type":"reset"}')))).toEqual({ metadata: {}, notes: [] })
      for (let index = 0; index < STEPS; index++) {
        const answer = await timed(took.step, socket.ask(stepFrame(note(session, index))))
        expect(observationOf(answer)).toEqual({ metadata: {}, notes: notes(session, index + 1) })
      }
    }),
  )
  expect(sockets.flatMap(({ unread }) => unread)).toEqual([])
  const spreads = Object.entries(took).map(([what, times]) => [what, spread(times)])
  console.log(JSON.stringify({ sessions: count, milliseconds: Object.fromEntries(spreads) }))
}

async function stepOn(socket: RawClient, session: number): Promise<void> {
  expect(observationOf(await socket.ask(stepFrame('again')))).toEqual({ metadata: {}, notes: [...notes(session, STEPS), 'again'] })
}

function observationOf(frame: string): unknown {
  const { data } = JSON.parse(frame) as { data: { observation?: unknown; message?: unknown } }
  return data.observation ?? data.message
}

/** No two sessions ever take the same step. */
function note(session: number, index: number): string {
  return `${session}.${index}`
}

function notes(session: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => note(session, index))
}

function stepFrame(text: string): string {
  return JSON.stringify({ type: 'step', data: { note: text } })
}

async function timed<T>(into: number[], work: Promise<T>): Promise<T> {
  const from = performance.now()
  const result = await work
  into.push(performance.now() - from)
  return result
}

function spread(times: number[]): { p50: number; p99: number } {
  const sorted = times.sort((a, b) => a - b)
  const at = (part: number) => Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10
  return { p50: at(0.5), p99: at(0.99) }
}

async function constructed(): Promise<number> {
  const counts = (await (await fetch(`${runtime.url}/counts`)).json()) as { constructed: number }
  return counts.constructed
}
