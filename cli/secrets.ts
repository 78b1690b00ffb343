import { text } from 'node:stream/consumers'
import { isCancel, password } from '@clack/prompts'
import { defineCommand } from 'citty'
import { CommandError } from './command-error.ts'
import { deploymentArguments, listSecrets, onDeployment, type Place } from './deployment.ts'
import { runWrangler } from './wrangler.ts'

const ACTIONS = ['list', 'set', 'delete']

export default defineCommand({
  meta: { name: 'secrets', description: 'List, set or delete the secrets of a deployment' },
  args: {
    action: { type: 'positional', required: false, default: 'list', description: ACTIONS.join(', ') },
    secret: { type: 'positional', required: false, description: 'Its name; the value is asked for, or read from a pipe' },
    ...deploymentArguments,
    json: { type: 'boolean', default: false, description: 'Print the names as JSON' },
  },
  async run({ args: { action, secret, json, ...choice } }) {
    if (!ACTIONS.includes(action)) throw wrongCall(`"secrets" has no action "${action}". Known: ${ACTIONS.join(', ')}.`)
    if (action === 'list') return onDeployment(choice, async (place) => printNames((await listSecrets(place)) ?? [], json))
    const name = readName(action, secret)
    if (action === 'delete') return onDeployment(choice, (place) => change(place, name, ['secret', 'delete', name]))
    const value = await readValue(name)
    if (value !== undefined) await onDeployment(choice, (place) => change(place, name, ['secret', 'put', name], value))
  },
})

function printNames(names: readonly string[], isJson: boolean): void {
  if (isJson) console.log(JSON.stringify(names))
  else console.log(names.length === 0 ? 'openenv-edge: no secrets.' : names.join('\n'))
}

function readName(action: string, secret: string | undefined): string {
  if (secret === undefined) throw wrongCall(`"secrets ${action}" needs a name: openenv-edge secrets ${action} OPENENV_TOKENS`)
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(secret)) return secret
  throw wrongCall(`"${secret}" is no name of a secret: use A-Z, 0-9 and _, as in OPENENV_TOKENS.`)
}

/** Never a word of the command line: those end up in the shell's history. */
async function readValue(name: string): Promise<string | undefined> {
  const value = process.stdin.isTTY ? await password({ message: `Value of ${name}` }) : (await text(process.stdin)).trim()
  if (isCancel(value)) {
    process.exitCode = 130
    return undefined
  }
  if (value === '' || value === undefined) throw wrongCall(`${name} is empty. Pipe its value: openenv-edge secrets set ${name} < file`)
  return value
}

async function change({ tools, scratch, cwd, worker }: Place, name: string, words: readonly string[], input?: string): Promise<void> {
  await runWrangler(tools, scratch, { cwd, words: [...words, ...worker], ...(input === undefined ? {} : { input }) })
  console.log(`openenv-edge: ${input === undefined ? 'deleted' : 'set'} ${name}.`)
}

function wrongCall(message: string): CommandError {
  return new CommandError(message, { exitCode: 2 })
}
