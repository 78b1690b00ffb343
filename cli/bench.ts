import { randomUUID } from 'node:crypto'
import { defineCommand } from 'citty'
import { type Cost, costOf } from './bench/cost.ts'
import { runLoad, type Samples } from './bench/load.ts'
import { CommandError } from './command-error.ts'
import { percentiles, readCount } from './numbers.ts'
import { startProgress } from './progress.ts'
import { readRemoteEnvironment } from './remote-environment.ts'
import { baseUrl } from './wire.ts'

export default defineCommand({
  meta: { name: 'bench', description: 'Measure a running environment: latency, throughput, what it costs on Cloudflare' },
  args: {
    url: { type: 'positional', required: true, description: 'URL of an environment' },
    sessions: { type: 'string', default: '16', description: 'Sessions at once' },
    seconds: { type: 'string', default: '5', description: 'How long to step' },
    named: { type: 'boolean', default: false, description: 'Named sessions, which write a row a step' },
    json: { type: 'boolean', default: false, description: 'Print the report as JSON' },
  },
  async run({ args }) {
    const base = baseUrl(args.url)
    const [sessions, seconds] = [readCount('--sessions', args.sessions), readCount('--seconds', args.seconds)]
    const environment = await readRemoteEnvironment(base)
    if (args.named && !environment.hasNamedSessions) throw new CommandError('This server has no named sessions: leave --named out.')
    const run = randomUUID()
    const urlOf = (session: number) => (args.named ? `${base}/s/bench-${run}-${session}` : base)
    const progress = startProgress()
    progress.say(`${sessions} sessions for ${seconds} s`)
    const samples = await runLoad(environment, { sessions, seconds, urlOf }).finally(progress.stop)
    const report = summarise(samples, args.named)
    console.log(args.json ? JSON.stringify(report) : toLines(report).join('\n'))
    process.exitCode = report.failures === 0 ? 0 : 1
  },
})

interface Times {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

interface Report {
  readonly connect: Times
  readonly reset: Times
  readonly step: Times
  readonly stepsPerSecond: number
  readonly failures: number
  readonly firstError: string | null
  /** Of a million steps in this mix, dollars at list price, without what a plan includes; null where no step was answered. */
  readonly costOfMillionSteps: Cost | null
}

function summarise({ connect, reset, step, failures, firstError, steppingMs }: Samples, isNamed: boolean): Report {
  return {
    connect: timesOf(connect),
    reset: timesOf(reset),
    step: timesOf(step),
    stepsPerSecond: step.length / (steppingMs / 1000),
    failures,
    firstError: firstError ?? null,
    costOfMillionSteps: step.length === 0 ? null : costOfMillion({ connect, reset, step }, isNamed),
  }
}

function costOfMillion({ connect, reset, step }: Pick<Samples, 'connect' | 'reset' | 'step'>, isNamed: boolean): Cost {
  const factor = 1e6 / step.length
  const calls = reset.length + step.length
  return costOf({
    connections: connect.length * factor,
    frames: calls * factor,
    // Awake no longer than the client waited with nobody else in the queue: an upper bound, the round trip included.
    awakeMs: calls * factor * step.reduce((least, ms) => Math.min(least, ms), 1000),
    rowsWritten: isNamed ? calls * factor : 0,
  })
}

function timesOf(samples: readonly number[]): Times {
  return { count: samples.length, ...percentiles(samples) }
}

function toLines({ connect, reset, step, stepsPerSecond, failures, firstError, costOfMillionSteps: cost }: Report): string[] {
  const row = (name: string, { count, p50, p95, p99 }: Times) =>
    `${name.padEnd(8)}${String(count).padStart(8)}${[p50, p95, p99].map((ms) => `${ms.toFixed(2)} ms`.padStart(12)).join('')}`
  return [
    `${''.padEnd(8)}${'calls'.padStart(8)}${['p50', 'p95', 'p99'].map((name) => name.padStart(12)).join('')}`,
    row('connect', connect),
    row('reset', reset),
    row('step', step),
    `${stepsPerSecond.toFixed(0)} steps/s, ${failures} failures`,
    ...(firstError === null ? [] : [`the first: ${firstError}`]),
    ...(cost === null ? [] : [toPrice(cost)]),
  ]
}

function toPrice(cost: Cost): string {
  return `a million steps on Cloudflare: $${cost.total.toFixed(3)} (requests $${cost.requests.toFixed(3)}, duration at most $${cost.duration.toFixed(3)}, rows $${cost.rows.toFixed(3)})`
}
