import type { Goal } from '../cases.ts'
import { runLoad } from '../load/plan.ts'
import type { Claim, Report } from '../report.ts'
import { failuresOf, LOAD_HEADINGS, loadRow, middle, ratio, type Sample } from '../samples.ts'
import type { Contender } from '../servers/contenders.ts'
import type { Settings } from '../settings.ts'
import { groupBy } from '../statistics.ts'

/** Every server at every number of sessions, a fresh server each time, the order turning from round to round. */
export async function runThroughput(settings: Settings): Promise<Report> {
  const samples: Sample[] = []
  for (let round = 0; round < settings.rounds; round++) {
    for (const sessions of settings.sessions) {
      for (const contender of turned(settings.contenders, round)) {
        settings.progress(`throughput: round ${round + 1} of ${settings.rounds}, ${sessions} sessions, ${contender.name}`)
        samples.push(await sample(settings, contender, sessions, round))
      }
    }
  }
  const order = settings.sessions.flatMap((sessions) => settings.contenders.map((one) => `${sessions} ${one.name}`))
  const groups = groupBy(samples, (one) => `${one.sessions} ${one.label}`)
  return {
    suite: 'throughput',
    about: `${settings.environment.name}: steps without a pause, medians of ${settings.rounds} interleaved round(s), loopback`,
    headings: LOAD_HEADINGS,
    rows: order.map((key) => loadRow(groups.get(key) ?? [])),
    figures: samples,
    claims: claimsOf(samples, settings.environment.goal),
    failures: failuresOf(samples.filter((one) => one.label === 'ours')),
  }
}

async function sample(settings: Settings, contender: Contender, sessions: number, round: number): Promise<Sample> {
  const { environment, warmUpMs, measureMs } = settings
  await using server = await contender.start(environment)
  const path = contender.socketPath(environment)
  const result = await runLoad(server, path, environment, { sessions, warmUpMs, measureMs })
  return { label: contender.name, sessions, round, result }
}

function turned(contenders: readonly Contender[], round: number): Contender[] {
  const turn = round % contenders.length
  return [...contenders.slice(turn), ...contenders.slice(0, turn)]
}

function claimsOf(samples: readonly Sample[], goal: Goal | undefined): Claim[] {
  const cpu = (sessions: number, under: string, limit: number): Claim => ({
    text: `server CPU a step, ours / ${under}, ${sessions} sessions`,
    value: ratio(samples, 'cpuMicrosecondsPerStep', sessions, 'ours', under),
    bound: 'at most',
    limit,
  })
  const speed = (sessions: number, limit: number): Claim => ({
    text: `steps/s, ours / stock, ${sessions} session(s)`,
    value: ratio(samples, 'stepsPerSecond', sessions, 'ours', 'stock'),
    bound: 'at least',
    limit,
  })
  if (goal !== undefined) return [speed(16, goal.speed), ...(goal.replyMs === undefined ? [] : [replyClaim(samples, goal.replyMs)])]
  return [
    ...[cpu(16, 'stock', 1 / 3), cpu(256, 'stock', 1 / 3)],
    ...[cpu(16, 'bare', 1.4), cpu(256, 'bare', 1.4)],
    ...[speed(1, 2), speed(16, 3), speed(256, 3)],
  ]
}

/** A lone session's reply takes at least its CPU, so its time bounds that. */
function replyClaim(samples: readonly Sample[], limit: number): Claim {
  const alone = samples.filter(({ label, sessions }) => label === 'ours' && sessions === 1)
  return { text: 'median reply, ms, 1 session', value: middle(alone, 'stepP50Ms'), bound: 'at most', limit }
}
