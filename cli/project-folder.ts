import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from './command-error.ts'
import { packageVersion } from './package-root.ts'

/** OpenEnv's names are snake_case: what can be made of any text. */
export function toEnvironmentName(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  if (/^[a-z]/.test(name)) return name
  return `env_${name}`
}

export function requireName(flag: string, name: string): string {
  if (/^[a-z][a-z0-9_]*$/.test(name)) return name
  throw new CommandError(`${flag} takes an environment name, such as my_env, not "${name}".`, { exitCode: 2 })
}

export function refuseNonEmpty(path: string, shown: string, remedy = 'Choose a new folder with --out.'): void {
  if (existsSync(path) && readdirSync(path).length > 0) throw new CommandError(`${shown} is not empty. ${remedy}`)
}

/** Fills a folder beside its place and then puts it there: whole or not at all, also when the process is ended in the middle. */
export function writeWhole(path: string, fill: (draft: string) => void): void {
  const draft = `${path}.${process.pid}.tmp`
  const remove = (): void => rmSync(draft, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    mkdirSync(draft, { recursive: true })
    fill(draft)
    rmSync(path, { recursive: true, force: true })
    renameSync(draft, path)
  } finally {
    remove()
    process.off('exit', remove)
  }
}

/** Writes the files of templates, later ones over earlier ones, with `__NAME__` and the like replaced. */
export function writeTemplates(folders: readonly string[], draft: string, values: Readonly<Record<string, string>>): void {
  const all: Readonly<Record<string, string>> = { PACKAGE: `^${packageVersion()}`, ...values }
  for (const folder of folders.map((name) => join(import.meta.dirname, 'templates', name))) {
    for (const file of readdirSync(folder)) {
      const text = readFileSync(join(folder, file), 'utf8').replace(/__([A-Z]+)__/g, (whole, key: string) => all[key] ?? whole)
      // npm leaves a file named .gitignore out of a package.
      writeFileSync(join(draft, file === 'gitignore' ? '.gitignore' : file), text)
    }
  }
}

/** A text as it stands between the quotes of a TypeScript or YAML string. */
export function quoted(text: string): string {
  return JSON.stringify(text.replace(/\s+/g, ' ').trim())
}
