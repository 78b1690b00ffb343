import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { claimRows, type Report } from './report.ts'
import { type Invocation, readInvocation, type Settings, USAGE } from './settings.ts'
import { runBurst } from './suites/burst.ts'
import { runContainers } from './suites/containers.ts'
import { runGaps } from './suites/gaps.ts'
import { runLatency } from './suites/latency.ts'
import { runNamed } from './suites/named.ts'
import { runRamp } from './suites/ramp.ts'
import { runStartup } from './suites/startup.ts'
import { runThroughput } from './suites/throughput.ts'
import { printTable } from './table.ts'

const SUITES: Readonly<Record<string, (settings: Settings) => Promise<Report>>> = {
  throughput: runThroughput,
  burst: runBurst,
  ramp: runRamp,
  named: runNamed,
  gaps: runGaps,
  latency: runLatency,
  startup: runStartup,
  containers: runContainers,
}

async function main({ settings, only, resultsFile }: Invocation): Promise<void> {
  const startedAt = new Date()
  const unknown = only.find((name) => !Object.hasOwn(SUITES, name))
  if (unknown !== undefined) throw new TypeError(`No suite named "${unknown}". Known: ${Object.keys(SUITES).join(', ')}.`)
  const reports: Report[] = []
  const sections: string[] = []
  const print = (section: string): void => {
    sections.push(section)
    console.log(`\n${section}`)
  }
  for (const [name, runSuite] of Object.entries(SUITES)) {
    const isAsked = only.length === 0 ? name !== 'containers' : only.includes(name)
    if (!isAsked) continue
    const report = await runSuite(settings)
    reports.push(report)
    print(`${report.suite}: ${report.about}\n\n${printTable(report.headings, report.rows)}`)
  }
  print(printClaims(reports))
  print(describeMachine())
  await mkdir(dirname(resultsFile), { recursive: true })
  await writeFile(`${resultsFile}.json`, JSON.stringify({ startedAt, machine: describeMachine(), reports }, null, 1))
  await writeFile(`${resultsFile}.txt`, `${sections.join('\n\n')}\n`)
  console.log(`\nThe same in ${resultsFile}.json and .txt`)
  const failures = reports.reduce((total, report) => total + report.failures, 0)
  if (failures === 0) return
  console.error(`${failures} failure(s) of this project's server.`)
  process.exitCode = 1
}

function printClaims(reports: readonly Report[]): string {
  const rows = claimRows(reports.flatMap((report) => report.claims))
  const table = printTable(['what', 'measured', 'bound', 'limit', 'verdict'], rows)
  return `ratios: the median of each round's own\n\n${table}`
}

function describeMachine(): string {
  const [processor] = cpus()
  const gigabytes = Math.round(totalmem() / 1e9)
  return `${cpus().length} x ${processor?.model.trim() ?? 'unknown processor'}, ${gigabytes} GB, Node ${process.version}, load generator on the same machine`
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (process.argv.includes('--help')) console.log(USAGE)
else await main(readInvocation(process.argv.slice(2), join(import.meta.dirname, 'results/latest.json')))
