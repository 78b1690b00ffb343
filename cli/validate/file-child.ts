import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type AnyEnvironment, checkEnvironment, type Finding } from '../../core/index.ts'

export interface FileFindings {
  readonly name: string
  readonly findings: readonly Finding[]
}

/** What was found so far. */
export interface FileReport {
  readonly found: readonly FileFindings[]
  /** The environment that is being played; absent at the end. */
  readonly checking?: string
}

/** Checks every environment that a module exports. Runs in a process of its own, which may be killed, and keeps what it found in a file. */
async function main(path: string, reportPath: string): Promise<void> {
  const save = (report: FileReport) => writeFileSync(reportPath, JSON.stringify(report))
  const exported = (await import(pathToFileURL(path).href)) as Record<string, unknown>
  // One that is exported under two names, or by name and by default, is one.
  const environments = new Set(Object.values(exported).flat().filter(isEnvironment))
  const found: FileFindings[] = []
  for (const environment of environments) {
    save({ found, checking: environment.name })
    found.push({ name: environment.name, findings: await checkEnvironment(environment) })
  }
  save({ found })
}

function isEnvironment(value: unknown): value is AnyEnvironment {
  return typeof value === 'object' && value !== null && 'step' in value && typeof value.step === 'function' && 'name' in value
}

await main(process.argv[2] ?? '', process.argv[3] ?? '')
