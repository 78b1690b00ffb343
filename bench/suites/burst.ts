import { runLoad } from '../load/plan.ts'
import type { Report } from '../report.ts'
import { failuresOf, LOAD_HEADINGS, loadRow, ratio, type Sample } from '../samples.ts'
import type { ContenderName } from '../servers/contenders.ts'
import type { Settings } from '../settings.ts'
import { groupBy } from '../statistics.ts'

const SESSIONS = 512
const SERVERS: readonly string[] = ['ours', 'stock', 'bare'] satisfies ContenderName[]

/** 512 sessions that connect, reset and then step at the same moment: how a trainer begins (rows B35, B37 of bug-reports.md). */
export async function runBurst(settings: Settings): Promise<Report> {
  const { environment, rounds, warmUpMs, measureMs } = settings
  const samples: Sample[] = []
  for (let round = 0; round < rounds; round++) {
    for (const contender of settings.contenders.filter((one) => SERVERS.includes(one.name))) {
      settings.progress(`burst: round ${round + 1} of ${rounds}, ${contender.name}`)
      await using server = await contender.start(environment)
      const shape = { sessions: SESSIONS, warmUpMs, measureMs }
      const result = await runLoad(server, contender.socketPath(environment), environment, shape)
      samples.push({ label: contender.name, sessions: SESSIONS, round, result })
    }
  }
  return {
    suite: 'burst',
    about: `${SESSIONS} sessions connect and reset at once, then step together`,
    headings: LOAD_HEADINGS,
    rows: [...groupBy(samples, (sample) => sample.label).values()].map(loadRow),
    figures: samples,
    claims: [
      {
        text: `connect and reset of ${SESSIONS} sessions at once, ours / stock`,
        value: ratio(samples, 'readyMs', SESSIONS, 'ours', 'stock'),
        bound: 'at most',
        limit: 1,
      },
    ],
    failures: failuresOf(samples.filter((sample) => sample.label === 'ours')),
  }
}
