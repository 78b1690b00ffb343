import { stripVTControlCharacters } from 'node:util'
import { type ArgsDef, type CommandMeta, runCommand, type SubCommandsDef } from 'citty'
import { CommandError } from './command-error.ts'
import { packageVersion } from './package-root.ts'
import { commandUsage, programUsage } from './usage.ts'

type Command = Awaited<Extract<SubCommandsDef[string], Promise<unknown>>>

/** One file a command, imported when it is asked for. */
export const commands: Record<string, () => Promise<Command>> = {
  init: async () => (await import('./init.ts')).default,
  serve: async () => (await import('./serve.ts')).default,
  dev: async () => (await import('./dev.ts')).default,
  build: async () => (await import('./build.ts')).default,
  validate: async () => (await import('./validate.ts')).default,
  play: async () => (await import('./play.ts')).default,
  collect: async () => (await import('./collect.ts')).default,
  tasks: async () => (await import('./tasks.ts')).default,
  client: async () => (await import('./client.ts')).default,
  import: async () => (await import('./import.ts')).default,
  fork: async () => (await import('./fork.ts')).default,
  bench: async () => (await import('./bench.ts')).default,
  deploy: async () => (await import('./deploy.ts')).default,
  smoke: async () => (await import('./smoke.ts')).default,
  sessions: async () => (await import('./sessions.ts')).default,
  logs: async () => (await import('./logs.ts')).default,
  secrets: async () => (await import('./secrets.ts')).default,
  delete: async () => (await import('./delete.ts')).default,
  skills: async () => (await import('./skills.ts')).default,
  doctor: async () => (await import('./doctor.ts')).default,
}

/** They end in good order by themselves. */
const HANDLE_SIGNALS: ReadonlySet<string> = new Set(['serve', 'dev', 'logs', 'collect'])

/** Runs one command line. Exit code 1: it failed; 2: it was called wrongly; 130: it was interrupted. */
export async function main(words: string[]): Promise<void> {
  if (!HANDLE_SIGNALS.has(words[0] ?? '')) endOnSignals()
  try {
    await dispatch(words)
  } catch (error) {
    if (!(error instanceof CommandError || isUsageError(error))) throw error
    print(console.error, `openenv-edge: ${error.message}`)
    process.exitCode = error instanceof CommandError ? error.exitCode : 2
  }
}

async function dispatch(words: string[]): Promise<void> {
  const [name, ...rest] = words
  if (name === '--version' || name === '-v') return print(console.log, packageVersion())
  if (name === undefined || name === 'help' || isHelp(name)) return printProgram()
  const load = commands[name]
  if (!load) throw new CommandError(`No command named "${name}". Known: ${Object.keys(commands).join(', ')}.`, { exitCode: 2 })
  const command = await load()
  if (rest.some(isHelp)) return print(console.log, commandUsage(name, command.meta as CommandMeta, command.args as ArgsDef))
  refuseWrongFlags(name, rest, command.args as ArgsDef)
  await runCommand(command, { rawArgs: rest })
}

async function printProgram(): Promise<void> {
  const loaded = Object.entries(commands).map(async ([name, load]) => [name, (await load()).meta as CommandMeta] as const)
  print(console.log, programUsage(await Promise.all(loaded), packageVersion()))
}

/** Ends at once, with a word; what must be put away is put away on exit. */
function endOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      console.error('openenv-edge: interrupted.')
      process.exit(code)
    })
  }
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}

/** citty takes any flag, and a flag without its value; a misspelt one must not be read as its absence. */
function refuseWrongFlags(name: string, words: string[], args: ArgsDef): void {
  const see = `See: openenv-edge ${name} --help`
  for (const [index, word] of words.entries()) {
    if (word === '--') return
    if (!word.startsWith('-') || word === '-') continue
    const [flag = '', value] = word.split('=', 2)
    const definition = args[flag.replace(/^--(no-)?/, '')]
    if (definition === undefined || definition.type === 'positional')
      throw new CommandError(`"${name}" has no flag ${flag}. ${see}`, { exitCode: 2 })
    const isMissing = value === undefined && (words[index + 1] ?? '--').startsWith('--')
    if (definition.type !== 'boolean' && isMissing) throw new CommandError(`${flag} needs a value. ${see}`, { exitCode: 2 })
  }
}

/** citty's own errors carry its name and are about the command line. */
function isUsageError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'CLIError'
}

function print(write: (text: string) => void, text: string): void {
  const coloured = process.stdout.isTTY && !process.env.NO_COLOR
  write(coloured ? text : stripVTControlCharacters(text))
}
