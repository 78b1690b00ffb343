import { cpSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { defineCommand } from 'citty'
import { CommandError } from './command-error.ts'
import { type Detected, detect } from './import/detect.ts'
import { mendImports } from './import/mend-imports.ts'
import { isSkipped, Source } from './import/read-source.ts'
import { quoted, refuseNonEmpty, requireName, writeTemplates, writeWhole } from './project-folder.ts'

export default defineCommand({
  meta: { name: 'import', description: 'Make a project of a Python environment: OpenEnv, verifiers, ORS, or any server with a Dockerfile' },
  args: {
    dir: { type: 'positional', required: true, description: 'Folder of the environment; read, never run' },
    out: { type: 'string', valueHint: 'dir', description: 'Folder of the project; default: its name, with dashes' },
    name: { type: 'string', description: 'Name of the environment; default: what the source says' },
    package: { type: 'string', valueHint: 'spec', description: 'Where openenv-edge is installed from; default: npm, this version' },
    json: { type: 'boolean', default: false, description: 'Print what was found as JSON' },
  },
  run({ args }) {
    const folder = resolve(args.dir)
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new CommandError(`No such folder: ${args.dir}.`, { exitCode: 2 })
    const read = new Source(folder)
    const mended = mendImports(read)
    const detected = detect(read, args.name === undefined ? undefined : requireName('--name', args.name))
    const changes = [...mended.keys()].map((path) => `${path} reaches its fallback imports`)
    const found = { ...detected, notes: [...detected.notes, ...changes] }
    const out =
      args.out ??
      (found.name.replaceAll('_', '-') === basename(folder) ? `${found.name.replaceAll('_', '-')}-edge` : found.name.replaceAll('_', '-'))
    const path = resolve(out)
    if (!relative(folder, path).startsWith('..')) throw new CommandError(`${out} lies in the source. Choose another --out.`)
    refuseNonEmpty(path, out)
    writeWhole(path, (draft) => {
      writeProject(draft, folder, found, args.package)
      for (const [file, text] of mended) writeFileSync(join(draft, 'source', file), text)
    })
    const { kind, name, port, notes, dockerfile } = found
    if (args.json) console.log(JSON.stringify({ kind, name, port, dockerfile: dockerfile.path, context: dockerfile.context, notes, out }))
    else console.log([`openenv-edge: made ${out}: ${notes.join('; ')}. Next:`, `  cd ${out}`, '  npm install', '  npm run dev'].join('\n'))
  },
})

function writeProject(
  draft: string,
  folder: string,
  { name, description, port, dockerfile, notes }: Detected,
  spec: string | undefined,
): void {
  writeTemplates(['typed', 'imported'], draft, {
    NAME: name,
    SLUG: name.replaceAll('_', '-'),
    DESCRIPTION: quoted(description),
    PORT: String(port),
    DOCKERFILE: dockerfile.path,
    CONTEXT: dockerfile.context === '.' ? '' : dockerfile.context,
    FOUND: notes.join('; '),
    ...(spec === undefined ? {} : { PACKAGE: spec }),
  })
  const source = join(draft, 'source')
  cpSync(folder, source, { recursive: true, filter: (path) => path === folder || !isSkipped(basename(path)) })
  writeFileSync(join(source, dockerfile.path), dockerfile.text)
}
