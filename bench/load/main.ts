import { setTimeout as delay } from 'node:timers/promises'
import { type Usage, usageOf } from '../process-usage.ts'
import { quantile } from '../statistics.ts'
import { LoadPlan, type LoadResult } from './plan.ts'
import { Player } from './player.ts'

/** Run as a program, so that its own work is in no server's figures: `node main.ts <plan as JSON>` prints a LoadResult. */
const READY_TIMEOUT_MS = 120_000
const DRAIN_TIMEOUT_MS = 20_000
const PRIMING_MS = 300
/** A server's compiler has seen the hot path by then, also on a busy machine. */
const WARM_STEPS = 40_000
const WARM_UP_TIMEOUT_MS = 8_000

/** Times in ms, by what was waited for. */
class Record {
  readonly connects: number[] = []
  readonly resets: number[] = []
  steps: number[] = []
  readonly failures: string[] = []

  connected(elapsedMs: number): void {
    this.connects.push(elapsedMs)
  }
  reset(elapsedMs: number): void {
    this.resets.push(elapsedMs)
  }
  stepped(elapsedMs: number): void {
    this.steps.push(elapsedMs)
  }
  failed(reason: string): void {
    this.failures.push(reason)
  }
}

async function measure(plan: LoadPlan): Promise<LoadResult> {
  await prime(plan)
  const before = usageOf(plan.group)
  const record = new Record()
  const startedAt = performance.now()
  const players = Array.from({ length: plan.sessions }, (_, number) => new Player(number, plan, record))
  await settled(players, READY_TIMEOUT_MS)
  const readyMs = performance.now() - startedAt
  failUnanswered(players, record)
  const [connects, resets] = [[...record.connects], [...record.resets]]
  const idle = usageOf(plan.group)

  for (const player of players) player.start()
  const { steps, milliseconds, from, to } = await stepping(plan, record)
  for (const player of players) player.rest()
  await settled(players, DRAIN_TIMEOUT_MS)
  failUnanswered(players, record)
  for (const player of players) player.end()

  return {
    ...timesOf(connects, resets, steps),
    readyMs,
    steps: steps.length,
    stepsPerSecond: (steps.length / milliseconds) * 1000,
    cpuMicrosecondsPerStep: steps.length === 0 ? null : (to.cpuMicroseconds - from.cpuMicroseconds) / steps.length,
    cpuMicrosecondsPerReady: (idle.cpuMicroseconds - before.cpuMicroseconds) / plan.sessions,
    idleBytesPerSession: growth(before, idle, plan),
    usedBytesPerSession: growth(before, to, plan),
    failures: record.failures.length,
    firstFailure: record.failures[0] ?? null,
  }
}

/** What is answered in the measured window, once the warm-up is over. */
async function stepping({ warmUpMs, measureMs, group }: LoadPlan, record: Record) {
  const startedAt = performance.now()
  await delay(warmUpMs)
  while (warmUpMs > 0 && record.steps.length < WARM_STEPS && performance.now() - startedAt < WARM_UP_TIMEOUT_MS) await delay(10)
  record.steps = []
  const [windowAt, from] = [performance.now(), usageOf(group)]
  await delay(measureMs)
  return { steps: [...record.steps], milliseconds: performance.now() - windowAt, from, to: usageOf(group) }
}

/** One session steps for a moment before anything is read: the server's code is compiled and its lazy parts are there. */
async function prime(plan: LoadPlan): Promise<void> {
  const player = new Player(plan.sessions, { ...plan, gapMs: 0 }, new Record())
  await settled([player], READY_TIMEOUT_MS)
  player.start()
  await delay(PRIMING_MS)
  player.rest()
  await settled([player], DRAIN_TIMEOUT_MS)
  player.end()
}

async function settled(players: readonly Player[], timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (players.some((player) => player.isWaiting) && performance.now() < deadline) await delay(1)
}

function failUnanswered(players: readonly Player[], record: Record): void {
  for (const player of players) {
    if (!player.isWaiting) continue
    record.failed('No answer came.')
    player.end()
  }
}

type Times = 'connectP50Ms' | 'connectP99Ms' | 'resetP50Ms' | 'resetP99Ms' | 'stepP50Ms' | 'stepP99Ms'

function timesOf(connects: number[], resets: number[], steps: number[]): Pick<LoadResult, Times> {
  const at = (values: number[], share: number): number | null => quantile(values, share) ?? null
  return {
    connectP50Ms: at(connects, 0.5),
    connectP99Ms: at(connects, 0.99),
    resetP50Ms: at(resets, 0.5),
    resetP99Ms: at(resets, 0.99),
    stepP50Ms: at(steps, 0.5),
    stepP99Ms: at(steps, 0.99),
  }
}

function growth(before: Usage, after: Usage, plan: LoadPlan): number {
  return (after.residentBytes - before.residentBytes) / plan.sessions
}

const result = await measure(LoadPlan.parse(JSON.parse(process.argv[2] ?? '')))
process.stdout.write(JSON.stringify(result), () => process.exit(0))
