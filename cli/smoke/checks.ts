import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { createRng } from '../../core/index.ts'
import { percentiles } from '../numbers.ts'
import { type RemoteEnvironment, readRemoteEnvironment } from '../remote-environment.ts'
import { rootOf, Wire } from '../wire.ts'

const STEPS = 3
const LATENCY_CALLS = 20
const HTTP_TIMEOUT_MS = 30_000

/** What one check saw. `note` is worth knowing and no fault. */
export interface Seen {
  readonly verdict: 'pass' | 'fail' | 'note'
  readonly seen: string
}

export interface SmokeTarget {
  readonly base: string
  readonly environment: RemoteEnvironment
}

/** In order; the first that throws has failed, and the others still run. */
export const checks: Readonly<Record<string, (target: SmokeTarget) => Promise<Seen>>> = {
  health: checkHealth,
  access: checkAccess,
  socket: checkSocket,
  http: checkHttp,
  resume: checkResume,
  region: seeRegion,
  latency: seeLatency,
}

export async function readTarget(base: string): Promise<SmokeTarget> {
  return { base, environment: await readRemoteEnvironment(base) }
}

function pass(seen: string): Seen {
  return { verdict: 'pass', seen }
}

function fail(seen: string): Seen {
  return { verdict: 'fail', seen }
}

async function checkHealth({ base }: SmokeTarget): Promise<Seen> {
  const started = performance.now()
  const response = await get(`${base}/health`)
  const seen = `${response.status} ${(await response.text()).trim()}, first answer after ${(performance.now() - started).toFixed(0)} ms`
  return response.ok && seen.includes('healthy') ? pass(seen) : fail(seen)
}

async function checkAccess({ base }: SmokeTarget): Promise<Seen> {
  const { origin } = new URL(base)
  const { status } = await get(`${origin}${base.slice(rootOf(base).length)}/schema`)
  const hasToken = rootOf(base) !== origin
  if (status === 401) return pass('401 without a token')
  if (status === 200)
    return hasToken ? fail('a token is in use, and without one it answers 200: everyone can play') : note('open to everyone')
  return fail(`${status} without a token`)
}

async function checkSocket({ base, environment }: SmokeTarget): Promise<Seen> {
  const wire = await Wire.open(base)
  try {
    return pass(await playSteps(wire, environment))
  } finally {
    wire.close()
  }
}

async function playSteps(wire: Wire, environment: RemoteEnvironment): Promise<string> {
  const rng = createRng(1, 1)
  let turn = await wire.play('reset', { seed: 1 })
  let steps = 0
  while (steps < STEPS && !turn.done) {
    turn = await wire.play('step', environment.drawAction(rng))
    steps++
  }
  return `reset and ${steps} steps, last reward ${turn.reward}${turn.done ? ', done' : ''}`
}

const turn = z.object({ observation: z.record(z.string(), z.unknown()), done: z.boolean() })
const state = z.object({ step_count: z.number() })

async function checkHttp({ base, environment }: SmokeTarget): Promise<Seen> {
  // A named session is one episode over HTTP too; elsewhere each request is an episode of its own.
  const place = environment.hasNamedSessions ? `${base}/s/smoke-${randomUUID()}` : base
  turn.parse(await post(`${place}/reset`, { seed: 1 }))
  turn.parse(await post(`${place}/step`, { action: environment.drawAction(createRng(1, 1)) }))
  const { step_count } = state.parse(await (await get(`${place}/state`)).json())
  return pass(`reset, step and state, which counts ${step_count} ${step_count === 1 ? 'step' : 'steps'}`)
}

async function checkResume({ base, environment }: SmokeTarget): Promise<Seen> {
  if (!environment.hasNamedSessions) return note('no named sessions: an episode ends with its socket')
  const place = `${base}/s/smoke-${randomUUID()}`
  const first = await Wire.open(place)
  await playSteps(first, environment)
  const before = await first.ask('state')
  first.close()
  const second = await Wire.open(place)
  const after = await second.ask('state')
  second.close()
  return isDeepStrictEqual(before, after)
    ? pass('a named session goes on after its socket was cut')
    : fail('the session is not as it was left')
}

/** The platform tells where a request came in; where an object runs shows in the latency alone. */
async function seeRegion({ base }: SmokeTarget): Promise<Seen> {
  const ray = (await get(`${base}/health`)).headers.get('cf-ray')
  const colo = ray?.split('-')[1]
  return note(colo === undefined ? 'no cf-ray header: not behind Cloudflare' : `requests come in at ${colo}`)
}

async function seeLatency({ base }: SmokeTarget): Promise<Seen> {
  const wire = await Wire.open(base)
  try {
    await wire.play('reset', { seed: 1 })
    const http = await timesOf(async () => void (await (await get(`${base}/health`)).text()))
    const socket = await timesOf(() => wire.ask('state'))
    return note(`/health ${http}; a frame on an open socket ${socket}; ${LATENCY_CALLS} calls each`)
  } finally {
    wire.close()
  }
}

async function timesOf(call: () => Promise<unknown>): Promise<string> {
  const samples: number[] = []
  for (let index = 0; index < LATENCY_CALLS; index++) {
    const started = performance.now()
    await call()
    samples.push(performance.now() - started)
  }
  const { p50, p95 } = percentiles(samples)
  return `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`
}

function note(seen: string): Seen {
  return { verdict: 'note', seen }
}

function get(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(HTTP_TIMEOUT_MS), redirect: 'manual' })
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(HTTP_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`${new URL(url).pathname.split('/').at(-1)} answers ${response.status}: ${await response.text()}`)
  return response.json()
}
