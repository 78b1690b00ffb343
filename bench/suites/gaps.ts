import { runLoad } from '../load/plan.ts'
import type { Report } from '../report.ts'
import { type Counters, countersOf, startCounting } from '../servers/counting.ts'
import type { RunningServer } from '../servers/server.ts'
import type { Settings } from '../settings.ts'

const SESSIONS = 200
const GAP_MS = 2_000
/** An object hibernates ten seconds after its last event (platform.md 1.1). */
const HIBERNATION_MS = 12_500

/** Sessions that pause between steps as a language model does: what is written and what stays awake meanwhile. */
export async function runGaps(settings: Settings): Promise<Report> {
  const { environment } = settings
  await using server = await startCounting()
  const path = `/envs/${environment.name}/ws`
  settings.progress(`gaps: ${SESSIONS} sessions, a step every ${GAP_MS / 1000} s`)
  const seen = watch(server)
  const measureMs = settings.isQuick ? 2 * GAP_MS : 6 * GAP_MS
  const result = await runLoad(server, path, environment, { sessions: SESSIONS, gapMs: GAP_MS, warmUpMs: 0, measureMs })
  const during = await seen.stop()

  settings.progress(`gaps: ${SESSIONS} sessions step, pause for ${HIBERNATION_MS / 1000} s and step again`)
  const before = await countersOf(server)
  const pause = { sessions: SESSIONS, gapMs: HIBERNATION_MS, warmUpMs: 0, measureMs: HIBERNATION_MS + 1_500 }
  const woken = await runLoad(server, path, environment, pause)
  const after = await countersOf(server)
  /** Each of these sessions, and the one that primes, is constructed once when it connects; every further run is a waking. */
  const wakings = after.constructed - before.constructed - (SESSIONS + 1)

  const figures = [{ sessions: SESSIONS, gapMs: GAP_MS, during, result, wakings, woken }]
  return {
    suite: 'gaps',
    about: `${SESSIONS} unnamed sessions, ${GAP_MS / 1000} s between steps`,
    headings: ['steps', 'p50 ms', 'CPU us/step', 'rows written', 'timers pending at most', 'calls pending at most', 'constructed', 'woken of hibernation'],
    rows: [
      [
        ...[result.steps, result.stepP50Ms, result.cpuMicrosecondsPerStep, during.last.rowsWritten],
        ...[during.timersPending, during.fetchesPending, during.last.constructed, wakings],
      ],
    ],
    figures,
    claims: [
      { text: 'rows written between steps', value: during.last.rowsWritten, bound: 'at most', limit: 0 },
      { text: 'timers pending between steps', value: during.timersPending, bound: 'at most', limit: 0 },
      { text: 'sessions that hibernate after ten quiet seconds', value: wakings, bound: 'at least', limit: SESSIONS },
    ],
    failures: result.failures + woken.failures,
  }
}

interface Watched {
  readonly last: Counters
  readonly timersPending: number
  readonly fetchesPending: number
}

/** Reads the counters while sessions pause; keeps the largest of what may be pending. */
function watch(server: RunningServer): { stop(): Promise<Watched> } {
  const seen: Counters[] = []
  const poll = setInterval(() => void countersOf(server).then((counters) => seen.push(counters)), 100)
  const stop = async (): Promise<Watched> => {
    clearInterval(poll)
    const last = await countersOf(server)
    const most = (figure: keyof Counters): number => Math.max(last[figure], ...seen.map((counters) => counters[figure]))
    return { last, timersPending: most('timersPending'), fetchesPending: most('fetchesPending') }
  }
  return { stop }
}
