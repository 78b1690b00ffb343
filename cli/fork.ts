import { join, resolve } from 'node:path'
import { defineCommand } from 'citty'
import { copyModule, findBundled } from './fork/bundled.ts'
import { readRemote, writeProxy } from './fork/remote.ts'
import { quoted, refuseNonEmpty, toEnvironmentName, writeTemplates, writeWhole } from './project-folder.ts'
import { baseUrl } from './wire.ts'

export default defineCommand({
  meta: { name: 'fork', description: 'Make a project of a bundled environment, to change, or of one at a URL, to pass through' },
  args: {
    source: { type: 'positional', required: true, description: 'Name of a bundled environment, or URL of any' },
    out: { type: 'string', valueHint: 'dir', description: 'Folder of the project; default: its name, with dashes' },
    package: { type: 'string', valueHint: 'spec', description: 'Where openenv-edge is installed from; default: npm, this version' },
    json: { type: 'boolean', default: false, description: 'Print what was made as JSON' },
  },
  async run({ args }) {
    const spec = args.package === undefined ? {} : { PACKAGE: args.package }
    const made = /^(http|ws)s?:/.test(args.source) ? await forkUrl(args.source, spec) : forkBundled(args.source, spec)
    const out = args.out ?? made.name.replaceAll('_', '-')
    refuseNonEmpty(resolve(out), out)
    writeWhole(resolve(out), made.fill)
    if (args.json) console.log(JSON.stringify({ name: made.name, kind: made.kind, out }))
    else
      console.log(
        [`openenv-edge: made ${out}: ${made.what}. Next:`, `  cd ${out}`, '  npm install', '  npm run dev', '  npm test'].join('\n'),
      )
  },
})

interface Made {
  readonly name: string
  readonly kind: 'bundled' | 'remote'
  readonly what: string
  readonly fill: (draft: string) => void
}

function forkBundled(asked: string, spec: Readonly<Record<string, string>>): Made {
  const { name, description, needsBox, constant, module } = findBundled(asked)
  const values = { ...namesOf(name, description), CONSTANT: constant, MODULE: module, ...spec }
  return {
    name,
    kind: 'bundled',
    what: 'its rules are in source/',
    fill(draft) {
      writeTemplates(needsBox ? ['typed', 'container', 'forked'] : ['typed', 'forked'], draft, values)
      copyModule(module, join(draft, 'source'))
    },
  }
}

async function forkUrl(url: string, spec: Readonly<Record<string, string>>): Promise<Made> {
  const remote = await readRemote(baseUrl(url))
  const name = toEnvironmentName(remote.name)
  const values = { ...namesOf(name, remote.description), ...spec }
  const kept = remote.token === undefined ? '' : '; its token is in .dev.vars: deploy it as the secret ORIGIN_TOKEN'
  return { name, kind: 'remote', what: `it passes ${remote.url} through${kept}`, fill: (draft) => writeProxy(draft, remote, values) }
}

function namesOf(name: string, description: string): Record<string, string> {
  return { NAME: name, SLUG: name.replaceAll('_', '-').replace(/^(\d)/, 'env-$1'), DESCRIPTION: quoted(description) }
}
