import { BENCH_IMAGE, buildImage, docker, findBox, startStockInside } from '../containers/box.ts'
import { elapsedOf, TimedSession, timesOf } from '../containers/stopwatch.ts'
import type { Report } from '../report.ts'
import { startOurs } from '../servers/ours.ts'
import type { Settings } from '../settings.ts'
import { median, quantile } from '../statistics.ts'

const COLD_STARTS = 5
/** The players take turns of so few steps that what else the machine does meets them alike. */
const TURNS_A_ROUND = 10
const STEPS_A_TURN = 20
const EXECS_A_ROUND = 10
const CODE = { code: '1 + 1' }
const SHELL = { type: 'call_tool', tool_name: 'terminal', arguments: { command: 'true' } }

/** Milliseconds by what was timed, in the order of the table. */
type Times = Map<string, number[]>

/** A step through client, session, box and container, beside what else could answer it in the same container. */
export async function runContainers(settings: Settings): Promise<Report> {
  const times: Times = new Map()
  settings.progress('containers: the image')
  await buildImage()
  process.env.OPENENV_BOX_IMAGE = BENCH_IMAGE
  await using server = await startOurs('memory')
  const base = `ws://127.0.0.1:${server.port}/envs`
  for (let start = 0; start < (settings.isQuick ? 1 : COLD_STARTS); start++) {
    settings.progress(`containers: cold start ${start + 1}`)
    using session = await TimedSession.open(`${base}/coding/ws`)
    add(times, 'cold start: reset', [await session.ask('reset', {})])
    add(times, 'first step', [await session.ask('step', CODE)])
  }
  using named = await TimedSession.open(`${base}/coding/s/bench/ws`)
  await named.ask('reset', {})
  using code = await TimedSession.open(`${base}/coding/ws`)
  await code.ask('reset', {})
  const box = await findBox(server.group)
  settings.progress('containers: the stock server starts in the box')
  using stock = await TimedSession.open(await startStockInside(box))
  await stock.ask('reset', {})
  using shell = await TimedSession.open(`${base}/terminus/ws`)
  await shell.ask('reset', {})
  const players = { code, named, stock, shell, box }
  await measureRound(new Map(), players)
  for (let round = 0; round < settings.rounds; round++) {
    settings.progress(`containers: round ${round + 1} of ${settings.rounds}`)
    await measureRound(times, players)
  }
  return report(times)
}

interface Players {
  readonly code: TimedSession
  /** The same, each step kept in a row. */
  readonly named: TimedSession
  readonly stock: TimedSession
  readonly shell: TimedSession
  readonly box: string
}

async function measureRound(times: Times, { code, named, stock, shell, box }: Players): Promise<void> {
  for (let turn = 0; turn < TURNS_A_ROUND; turn++) {
    add(times, OURS, await timesOf(STEPS_A_TURN, () => code.ask('step', CODE)))
    add(times, 'the same on a named session', await timesOf(STEPS_A_TURN, () => named.ask('step', CODE)))
    add(times, STOCK, await timesOf(STEPS_A_TURN, () => stock.ask('step', CODE)))
    add(times, 'warm step of terminus (`true` in a shell)', await timesOf(STEPS_A_TURN / 2, () => shell.ask('step', SHELL)))
  }
  const python = () => elapsedOf(() => docker('exec', box, '/opt/python/bin/python', '-c', 'print(1 + 1)'))
  add(times, 'docker exec python', await timesOf(EXECS_A_ROUND, python))
  add(times, 'docker exec true', await timesOf(EXECS_A_ROUND, () => elapsedOf(() => docker('exec', box, 'true'))))
}

const OURS = 'warm step of coding, whole path'
const STOCK = 'warm step of the stock server in the same container'

function add(times: Times, what: string, more: readonly number[]): void {
  times.set(what, [...(times.get(what) ?? []), ...more])
}

function report(times: Times): Report {
  const middle = (what: string): number => median(times.get(what) ?? []) ?? Number.NaN
  return {
    suite: 'containers',
    about: 'one session in a container, milliseconds as the client sees them',
    headings: ['what', 'times', 'p50 ms', 'p99 ms'],
    rows: [...times].map(([what, values]) => [what, values.length, median(values) ?? null, quantile(values, 0.99) ?? null]),
    figures: [...times].map(([what, milliseconds]) => ({ what, milliseconds })),
    claims: [{ text: 'warm step, ours / stock in the same container', value: middle(OURS) / middle(STOCK), bound: 'at most', limit: 2 }],
    failures: 0,
  }
}
