import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { defineCommand } from 'citty'
import { pythonClient } from '../core/index.ts'
import { readClientSource } from './client/source.ts'
import { CommandError } from './command-error.ts'
import { refuseNonEmpty, writeWhole } from './project-folder.ts'
import { onTarget } from './target.ts'

const LANGUAGES = ['python']

export default defineCommand({
  meta: { name: 'client', description: 'Make a typed Python client package from an environment’s schemas' },
  args: {
    language: { type: 'positional', required: true, description: 'python' },
    target: { type: 'positional', required: true, description: 'URL of any OpenEnv environment, or a file of one' },
    out: { type: 'string', valueHint: 'dir', description: 'Folder of the package; default: its name' },
    json: { type: 'boolean', default: false, description: 'Print what was made as JSON' },
  },
  async run({ args: { language, target, out, json } }) {
    if (!LANGUAGES.includes(language))
      throw new CommandError(`There is no client in "${language}". Known: ${LANGUAGES.join(', ')}.`, { exitCode: 2 })
    await onTarget(target, async (base) => {
      const made = pythonClient(await readClientSource(base))
      const folder = out ?? made.distribution
      refuseNonEmpty(resolve(folder), folder)
      writeWhole(resolve(folder), (draft) => writeFiles(draft, made.files))
      const { distribution, module } = made
      if (json) console.log(JSON.stringify({ folder, distribution, module, files: Object.keys(made.files) }))
      else console.log(`openenv-edge: made ${folder}. Next: pip install ./${folder}, then: import ${module}`)
    })
  },
})

function writeFiles(draft: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(draft, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}
