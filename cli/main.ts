import { stripVTControlCharacters } from 'node:util'
import { type ArgsDef, defineCommand, renderUsage, runCommand, type SubCommandsDef } from 'citty'
import { CommandError } from './command-error.ts'
import { packageVersion } from './package-root.ts'

type Command = Awaited<Extract<SubCommandsDef[string], Promise<unknown>>>

// One file a command, imported when it is asked for.
const commands: Record<string, () => Promise<Command>> = {
  init: async () => (await import('./init.ts')).default,
  serve: async () => (await import('./serve.ts')).default,
  dev: async () => (await import('./dev.ts')).default,
  validate: async () => (await import('./validate.ts')).default,
  play: async () => (await import('./play.ts')).default,
  bench: async () => (await import('./bench.ts')).default,
  deploy: async () => (await import('./deploy.ts')).default,
  doctor: async () => (await import('./doctor.ts')).default,
}

const program = defineCommand({
  meta: { name: 'openenv-edge', version: packageVersion(), description: 'OpenEnv environments as a serverless runtime' },
  subCommands: commands,
})

/** Runs one command line. Exit code 1: it failed; 2: it was called wrongly. */
export async function main(words: string[]): Promise<void> {
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
  if (name === undefined || name === 'help' || isHelp(name)) return print(console.log, await renderUsage(program))
  const load = commands[name]
  if (!load) throw new CommandError(`No command named "${name}". Known: ${Object.keys(commands).join(', ')}.`, { exitCode: 2 })
  const command = await load()
  if (rest.some(isHelp)) return print(console.log, await renderUsage(command, program))
  refuseWrongFlags(name, rest, command.args as ArgsDef)
  await runCommand(command, { rawArgs: rest })
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
