import { pathToFileURL } from 'node:url'
import { type AnyEnvironment, checkEnvironment, type Finding } from '../../core/index.ts'

export interface FileFindings {
  readonly name: string
  readonly findings: readonly Finding[]
}

/** Checks every environment that a module exports. Runs in a process of its own and prints what it found as JSON. */
async function main(path: string): Promise<void> {
  const exported = (await import(pathToFileURL(path).href)) as Record<string, unknown>
  // One that is exported under two names, or by name and by default, is one.
  const environments = new Set(Object.values(exported).flat().filter(isEnvironment))
  const found: FileFindings[] = []
  for (const environment of environments) found.push({ name: environment.name, findings: await checkEnvironment(environment) })
  process.stdout.write(JSON.stringify(found))
}

function isEnvironment(value: unknown): value is AnyEnvironment {
  return typeof value === 'object' && value !== null && 'step' in value && typeof value.step === 'function' && 'name' in value
}

await main(process.argv[2] ?? '')
