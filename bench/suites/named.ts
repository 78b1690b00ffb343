import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runLoad } from '../load/plan.ts'
import type { Report } from '../report.ts'
import { failuresOf, LOAD_HEADINGS, loadRow, ratio, type Sample } from '../samples.ts'
import { startOurs } from '../servers/ours.ts'
import type { Settings } from '../settings.ts'
import { groupBy } from '../statistics.ts'

interface Mode {
  readonly label: string
  readonly path: string
}

/** A session's durability, as a URL asks for it; the unnamed one on the same disk is what the others cost more than. */
const MODES: readonly Mode[] = [
  { label: 'unnamed', path: '/ws' },
  { label: 'named, step', path: '/o/durability=step/s/bench-{session}/ws' },
  { label: 'named, checkpoint', path: '/o/durability=checkpoint/s/bench-{session}/ws' },
]
const SESSIONS = [16, 256]
/** Ignored by git, and on the disk of this checkout. */
const RESULTS = join(import.meta.dirname, '../results')

/** Named sessions with their data in a folder of this checkout, so on whatever disk it lies. */
export async function runNamed(settings: Settings): Promise<Report> {
  const rounds = Math.min(settings.rounds, 2)
  const samples: Sample[] = []
  for (let round = 0; round < rounds; round++) {
    for (const sessions of settings.isQuick ? [16] : SESSIONS) {
      for (const mode of MODES) {
        settings.progress(`named: round ${round + 1} of ${rounds}, ${sessions} sessions, ${mode.label}`)
        samples.push(await sample(settings, mode, sessions, round))
      }
    }
  }
  return {
    suite: 'named',
    about: `serve --data on a real disk, medians of ${rounds} round(s)`,
    headings: LOAD_HEADINGS,
    rows: [...groupBy(samples, (one) => `${one.sessions} ${one.label}`).values()].map(loadRow),
    figures: [...samples, ...SESSIONS.map((sessions) => slowdown(samples, sessions))],
    claims: [],
    failures: failuresOf(samples),
  }
}

async function sample(settings: Settings, mode: Mode, sessions: number, round: number): Promise<Sample> {
  const { environment, warmUpMs, measureMs } = settings
  await mkdir(RESULTS, { recursive: true })
  const folder = await mkdtemp(join(RESULTS, 'data-'))
  try {
    await using server = await startOurs({ folder })
    const path = `/envs/${environment.name}${mode.path}`
    const result = await runLoad(server, path, environment, { sessions, warmUpMs, measureMs })
    return { label: mode.label, sessions, round, result }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** How much of the unnamed sessions' rate each mode keeps. */
function slowdown(samples: readonly Sample[], sessions: number): object {
  const kept = (label: string): number | null => ratio(samples, 'stepsPerSecond', sessions, label, 'unnamed')
  return { sessions, stepsPerSecondOverUnnamed: Object.fromEntries(MODES.slice(1).map((mode) => [mode.label, kept(mode.label)])) }
}
