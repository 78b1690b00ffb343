import { basename, relative, resolve } from 'node:path'
import { cancel, isCancel, select, text } from '@clack/prompts'
import { defineCommand } from 'citty'
import { runChild } from './child.ts'
import { CommandError } from './command-error.ts'
import { startProgress } from './progress.ts'
import { refuseNonEmpty, writeTemplates, writeWhole } from './project-folder.ts'

/** What to start from, and the folders that it is made of: later ones replace files of earlier ones. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  typed: ['typed'],
  tools: ['typed', 'tools'],
  container: ['typed', 'container'],
}

export default defineCommand({
  meta: { name: 'init', description: 'Make a new environment project in a folder of its own' },
  args: {
    name: { type: 'positional', required: false, description: 'Folder and environment name; asked for in a terminal' },
    template: {
      type: 'enum',
      options: Object.keys(TEMPLATES),
      default: 'typed',
      description: 'What to start from: steps of your own, tools, or a container a session',
    },
    install: { type: 'boolean', default: true, description: 'Run npm install in it', negativeDescription: 'Do not run npm install' },
    package: { type: 'string', valueHint: 'spec', description: 'Where openenv-edge is installed from; default: npm, this version' },
  },
  async run({ args }) {
    const asked = args.name === undefined ? await ask(args.template) : undefined
    const folder = args.name ?? asked?.name
    if (folder === undefined) return
    const path = resolve(folder)
    const name = environmentName(basename(path))
    refuseNonEmpty(path, folder, 'Choose a new folder.')
    const values = { NAME: name, SLUG: name.replaceAll('_', '-'), ...(args.package === undefined ? {} : { PACKAGE: args.package }) }
    writeWhole(path, (draft) => writeTemplates(TEMPLATES[asked?.template ?? args.template] ?? [], draft, values))
    if (args.install) await install(path)
    console.log(nextSteps(relative('.', path), args.install))
  },
})

/** Undefined when it was called off. */
async function ask(template: string): Promise<{ name: string; template: string } | undefined> {
  if (!process.stdin.isTTY) throw new CommandError('init needs a name: openenv-edge init my_env', { exitCode: 2 })
  const name = await text({ message: 'What is it called?', placeholder: 'my_env', defaultValue: 'my_env' })
  const chosen = isCancel(name)
    ? name
    : await select({
        message: 'What does it start from?',
        initialValue: template,
        options: [
          { value: 'typed', label: 'typed', hint: 'steps of your own, one file' },
          { value: 'tools', label: 'tools', hint: 'actions are calls of tools, also over MCP' },
          { value: 'container', label: 'container', hint: 'a shell, files and Python for each session; needs Docker' },
        ],
      })
  if (!isCancel(name) && !isCancel(chosen)) return { name, template: chosen }
  cancel('Nothing was written.')
  process.exitCode = 130
  return undefined
}

/** OpenEnv's names are snake_case; a folder may be written with dashes. */
function environmentName(folder: string): string {
  const name = folder.replaceAll('-', '_')
  if (/^[a-z][a-z0-9_]*$/.test(name)) return name
  throw new CommandError(`"${folder}" is no environment name: use a-z, 0-9, _ and start with a letter, as in my_env.`, { exitCode: 2 })
}

async function install(path: string): Promise<void> {
  const progress = startProgress()
  progress.say('npm install: some 200 MB, for wrangler and its runtime')
  const tell = (): void => console.error(`The project is written, but npm install has not ended. Run it again in ${path}.`)
  process.once('exit', tell)
  const isWindows = process.platform === 'win32'
  const { code, output } = await runChild('npm', ['install', '--no-audit', '--no-fund'], { cwd: path, shell: isWindows })
  process.off('exit', tell)
  progress.stop()
  if (code !== 0) throw new CommandError(`The project is written, but npm install failed:\n${output.trim()}\nRun it again in ${path}.`)
}

function nextSteps(folder: string, isInstalled: boolean): string {
  const steps = [
    ...(folder === '' ? [] : [`cd ${folder}`]),
    ...(isInstalled ? [] : ['npm install']),
    'npm run dev',
    'npm test',
    'npm run deploy',
  ]
  return `openenv-edge: made ${folder || 'the project here'}. Next:\n${steps.map((step) => `  ${step}`).join('\n')}`
}
