import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { claimRows, type Report } from './report.ts'
import { type Invocation, readInvocation, type Settings, USAGE } from './settings.ts'
import { runBurst } from './suites/burst.ts'
import { runGaps } from './suites/gaps.ts'
import { runLatency } from './suites/latency.ts'
import { runNamed } from './suites/named.ts'
import { runRamp } from './suites/ramp.ts'
import { runThroughput } from './suites/throughput.ts'
import { printTable } from './table.ts'

const SUITES: Readonly<Record<string, (settings: Settings) => Promise<Report>>> = {
  throughput: runThroughput,
  burst: runBurst,
  ramp: runRamp,
  named: runNamed,
  gaps: runGaps,
  latency: runLatency,
}

async function main({ settings, only, jsonFile }: Invocation): Promise<void> {
  const startedAt = new Date()
  const reports: Report[] = []
  for (const [name, runSuite] of Object.entries(SUITES)) {
    if (only.length > 0 && !only.includes(name)) continue
    const report = await runSuite(settings)
    reports.push(report)
    console.log(`\n${report.suite}: ${report.about}\n\n${printTable(report.headings, report.rows)}`)
  }
  const claims = reports.flatMap((report) => report.claims)
  if (claims.length > 0) {
    console.log(
      `\nratios, each of one round's figures, medians\n\n${printTable(['what', 'measured', 'bound', 'limit', 'verdict'], claimRows(claims))}`,
    )
  }
  await mkdir(dirname(jsonFile), { recursive: true })
  await writeFile(jsonFile, JSON.stringify({ startedAt, machine: describeMachine(), reports }, null, 1))
  console.log(`\n${describeMachine()}\nThe same as JSON: ${jsonFile}`)
  const failures = reports.reduce((total, report) => total + report.failures, 0)
  if (failures > 0) {
    console.error(`${failures} failure(s) of this project's server.`)
    process.exitCode = 1
  }
}

function describeMachine(): string {
  const [processor] = cpus()
  const gigabytes = Math.round(totalmem() / 1e9)
  return `${cpus().length} x ${processor?.model.trim() ?? 'unknown processor'}, ${gigabytes} GB, Node ${process.version}, load generator on the same machine`
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (process.argv.includes('--help')) console.log(USAGE)
else await main(readInvocation(process.argv.slice(2), join(import.meta.dirname, 'results/latest.json')))
