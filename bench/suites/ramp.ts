import { runLoad } from '../load/plan.ts'
import type { Report } from '../report.ts'
import { failuresOf, LOAD_HEADINGS, loadRow, type Sample } from '../samples.ts'
import { startOurs } from '../servers/ours.ts'
import type { Settings } from '../settings.ts'

/** As many sessions as a hosted server was seen to refuse, and four times that (rows B34, B35 of bug-reports.md). */
const LEVELS = [128, 512, 2048]

/** Thousands of sessions on one local runtime: how many are served, how fast, and what memory each takes. */
export async function runRamp(settings: Settings): Promise<Report> {
  const { environment, warmUpMs, measureMs } = settings
  const samples: Sample[] = []
  for (const sessions of settings.isQuick ? LEVELS.slice(0, 2) : LEVELS) {
    settings.progress(`ramp: ${sessions} sessions`)
    await using server = await startOurs('memory')
    const shape = { sessions, warmUpMs, measureMs }
    const result = await runLoad(server, `/envs/${environment.name}/ws`, environment, shape)
    samples.push({ label: 'ours', sessions, round: 0, result })
  }
  const asked = samples.reduce((total, sample) => total + sample.sessions, 0)
  return {
    suite: 'ramp',
    about: 'one runtime, ever more sessions, all at once',
    headings: LOAD_HEADINGS,
    rows: samples.map((sample) => loadRow([sample])),
    figures: samples,
    claims: [
      {
        text: `share of sessions served, of ${asked}`,
        value: 1 - failuresOf(samples) / asked,
        bound: 'at least',
        limit: 0.999,
      },
    ],
    failures: failuresOf(samples),
  }
}
