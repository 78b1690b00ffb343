import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { STOCK_FOLDER } from '../cases.ts'
import { startRelay } from '../relay.ts'
import type { Report } from '../report.ts'
import type { Contender } from '../servers/contenders.ts'
import { pythonWith } from '../servers/python-venv.ts'
import type { Settings } from '../settings.ts'

const run = promisify(execFile)
const ROUND_TRIPS_MS = [0, 10, 30, 100]
const Played = z.object({ steps: z.int(), seconds: z.number() })

interface Distance {
  readonly label: string
  readonly roundTripMs: number
  readonly stepsPerFiveSeconds: number
}

/** One stock Python client that steps for five seconds from ever farther away (row B38 of bug-reports.md). */
export async function runLatency(settings: Settings): Promise<Report> {
  const players = settings.contenders.filter((contender) => contender.name === 'ours' || contender.name === 'stock')
  const distances: Distance[] = []
  for (const contender of players) distances.push(...(await playFromEverywhere(settings, contender)))
  const seen = (label: string, roundTripMs: number): number | null =>
    distances.find((one) => one.label === label && one.roundTripMs === roundTripMs)?.stepsPerFiveSeconds ?? null
  return {
    suite: 'latency',
    about: `steps in five seconds of one stock synchronous Python client, by added round trip`,
    headings: ['added RTT ms', ...players.map((player) => player.name)],
    rows: ROUND_TRIPS_MS.map((ms) => [ms, ...players.map((player) => seen(player.name, ms))]),
    figures: distances,
    claims: [],
    failures: 0,
  }
}

async function playFromEverywhere(settings: Settings, contender: Contender): Promise<Distance[]> {
  const { environment } = settings
  await using server = await contender.start(environment)
  const python = await pythonWith(environment.name, [])
  const seconds = settings.isQuick ? 1.5 : 5
  const distances: Distance[] = []
  for (const roundTripMs of ROUND_TRIPS_MS) {
    settings.progress(`latency: ${contender.name}, +${roundTripMs} ms`)
    await using relay = await startRelay(server.port, roundTripMs)
    const base = contender.socketPath(environment).replace(/\/ws$/, '')
    const plan = { base_url: `http://127.0.0.1:${relay.port}${base}`, seconds, reset: environment.reset, play: environment.play }
    const { stdout } = await run(python, [join(STOCK_FOLDER, 'play_steps.py'), JSON.stringify(plan)])
    const played = Played.parse(JSON.parse(stdout))
    distances.push({ label: contender.name, roundTripMs, stepsPerFiveSeconds: (played.steps / played.seconds) * 5 })
  }
  return distances
}
