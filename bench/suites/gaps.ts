import { type LoadResult, runLoad } from '../load/plan.ts'
import type { Report } from '../report.ts'
import { type Counters, countersOf, startCounting } from '../servers/counting.ts'
import type { RunningServer } from '../servers/server.ts'
import type { Settings } from '../settings.ts'

const SESSIONS = 200
const GAP_MS = 2_000
/** An object hibernates ten seconds after its last event (platform.md 1.1). */
const QUIET_MS = 12_500

interface Mode {
  readonly label: string
  readonly path: string
}

/** The named ones are the control: they must write rows, or the counting counts nothing. */
const MODES: readonly Mode[] = [
  { label: 'unnamed', path: '/ws' },
  { label: 'named, step', path: '/o/durability=step/s/gap-{session}/ws' },
  { label: 'named, checkpoint', path: '/o/durability=checkpoint/s/gap-{session}/ws' },
]

interface Paused {
  readonly label: string
  readonly stepping: LoadResult
  readonly rowsWritten: number
  readonly timersPending: number
  readonly callsPending: number
  readonly constructed: number
  readonly waking: LoadResult
  readonly woken: number
}

/** Sessions that pause between steps as a language model does: what is written and what stays awake meanwhile. */
export async function runGaps(settings: Settings): Promise<Report> {
  const seen: Paused[] = []
  for (const mode of settings.isQuick ? MODES.slice(0, 1) : MODES) {
    settings.progress(`gaps: ${SESSIONS} sessions, ${mode.label}`)
    seen.push(await play(settings, mode))
  }
  const [unnamed, control] = seen
  const claim = (text: string, value: number | undefined, limit: number) =>
    ({ text: `unnamed sessions, 2 s gaps: ${text}`, value: value ?? null, bound: 'at most', limit }) as const
  return {
    suite: 'gaps',
    about: `${SESSIONS} sessions, ${GAP_MS / 1000} s between steps; then ${QUIET_MS / 1000} s of quiet and a step`,
    headings: [
      'sessions',
      'steps',
      'rows written',
      'timers pending',
      'calls pending',
      'CPU us/step',
      'p50 ms',
      'hibernated',
      'p99 ms woken',
    ],
    rows: seen.map((one) => [
      ...[one.label, one.stepping.steps, one.rowsWritten, one.timersPending, one.callsPending],
      ...[one.stepping.cpuMicrosecondsPerStep, one.stepping.stepP50Ms, one.woken, one.waking.stepP99Ms],
    ]),
    figures: seen,
    claims: [
      claim('rows written', unnamed?.rowsWritten, 0),
      claim('timers pending', unnamed?.timersPending, 0),
      claim('calls pending', unnamed?.callsPending, 0),
      claim('not hibernated after ten quiet seconds', unnamed && SESSIONS - unnamed.woken, 0),
      { text: 'control: rows that named sessions wrote', value: control?.rowsWritten ?? null, bound: 'at least', limit: SESSIONS },
    ],
    failures: seen.reduce((total, one) => total + one.stepping.failures + one.waking.failures, 0),
  }
}

async function play({ environment, isQuick }: Settings, { label, path }: Mode): Promise<Paused> {
  await using server = await startCounting()
  const socketPath = `/envs/${environment.name}${path}`
  const watched = watch(server)
  const gaps = { sessions: SESSIONS, gapMs: GAP_MS, warmUpMs: 0, measureMs: (isQuick ? 2 : 6) * GAP_MS }
  const stepping = await runLoad(server, socketPath, environment, gaps)
  const { timersPending, callsPending, rowsWritten } = await watched.stop()

  const before = await countersOf(server)
  const quiet = { sessions: SESSIONS, gapMs: QUIET_MS, warmUpMs: 0, measureMs: QUIET_MS + 1_500 }
  const waking = await runLoad(server, socketPath.replace('gap-', 'quiet-'), environment, quiet)
  const after = await countersOf(server)
  // Each of these sessions, and the one that primes, is constructed when it connects; every further run is a waking.
  const woken = after.constructed - before.constructed - (SESSIONS + 1)
  return { label, stepping, timersPending, callsPending, rowsWritten, constructed: before.constructed, waking, woken }
}

/**
 * Polls the counters while sessions pause: a reading finds pending what stays pending. Rows count in the middle third of the time, when
 * all sessions step: that one begins or ends may be noted in a row.
 */
function watch(server: RunningServer): { stop(): Promise<{ timersPending: number; callsPending: number; rowsWritten: number }> } {
  const seen: Counters[] = []
  const poll = setInterval(() => void countersOf(server).then((counters) => seen.push(counters)), 100)
  const stop = async () => {
    clearInterval(poll)
    seen.push(await countersOf(server))
    const most = (figure: keyof Counters): number => Math.max(...seen.map((counters) => counters[figure]))
    const rowsAfter = (thirds: number): number => seen[Math.floor((seen.length * thirds) / 3)]?.rowsWritten ?? 0
    return { timersPending: most('timersPending'), callsPending: most('fetchesPending'), rowsWritten: rowsAfter(2) - rowsAfter(1) }
  }
  return { stop }
}
