import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { defineCommand } from 'citty'
import { buildImages } from './build/container-images.ts'
import { writeSelfHost } from './build/self-host.ts'
import { measure, toLines } from './build/size-report.ts'
import { checkTypes } from './build/type-check.ts'
import { bundleFile, readLibraryBundle, type WorkerBundle } from './bundle.ts'
import { CommandError } from './command-error.ts'
import { startProgress } from './progress.ts'
import { writeWhole } from './project-folder.ts'
import { loadTools, type Tools } from './tools.ts'

export default defineCommand({
  meta: { name: 'build', description: 'Check types, bundle the worker, report its size, build its container images' },
  args: {
    file: { type: 'positional', required: false, description: 'Worker or environment file; default: the project’s, else the library' },
    out: { type: 'string', default: 'build', valueHint: 'dir', description: 'Where main.js is written' },
    tag: { type: 'string', default: 'latest', description: 'Of the container images' },
    containers: { type: 'boolean', default: true, description: 'Build declared images', negativeDescription: 'Build no images' },
    'self-host': { type: 'boolean', default: false, description: 'Add a Dockerfile that runs it on workerd, without Cloudflare' },
    json: { type: 'boolean', default: false, description: 'Print the report as JSON' },
  },
  async run({ args }) {
    if (!/^[\w][\w.-]{0,127}$/.test(args.tag)) throw new CommandError(`--tag takes an image's tag, not "${args.tag}".`, { exitCode: 2 })
    const out = resolve(args.out)
    refuseForeignFolder(out, args.out)
    const tools = loadTools()
    const progress = startProgress()
    try {
      progress.say('Checking types')
      const file = args.file ?? mainOf('.')
      const unchecked = file === undefined ? 'the library is built already' : await checkTypes(process.cwd())
      progress.say('Bundling')
      const bundle = file === undefined ? await readLibraryBundle(tools) : await bundleFile(file, tools)
      writeWhole(out, (folder) => writeBuild(folder, { bundle, tools, isSelfHosted: args['self-host'] }))
      progress.say('Building container images')
      const images = args.containers && file !== undefined ? await buildImages(bundle, { tools, folder: dirname(file), tag: args.tag }) : []
      progress.stop()
      const size = measure(bundle.script)
      const report = { out: args.out, typesChecked: unchecked === undefined, size, images }
      console.log(args.json ? JSON.stringify(report) : describeBuild(report, { unchecked, isSelfHosted: args['self-host'] }))
    } finally {
      progress.stop()
    }
  },
})

/** The file that the configuration of wrangler names. */
function mainOf(folder: string): string | undefined {
  for (const name of ['wrangler.jsonc', 'wrangler.json', 'wrangler.toml']) {
    const path = join(folder, name)
    const main = existsSync(path) ? /^\s*"?main"?\s*[=:]\s*["']([^"']+)["']/m.exec(readFileSync(path, 'utf8'))?.[1] : undefined
    if (main !== undefined) return join(folder, main)
  }
  return undefined
}

/** A folder that this command did not make is left as it is. */
function refuseForeignFolder(path: string, shown: string): void {
  if (existsSync(path) && !existsSync(join(path, 'main.js')))
    throw new CommandError(`${shown} is there and is no build. Choose another --out.`)
}

function writeBuild(folder: string, { bundle, tools, isSelfHosted }: { bundle: WorkerBundle; tools: Tools; isSelfHosted: boolean }): void {
  writeFileSync(join(folder, 'main.js'), bundle.script)
  if (isSelfHosted) writeSelfHost(folder, bundle, tools)
}

interface Report {
  readonly out: string
  readonly size: ReturnType<typeof measure>
  readonly images: readonly string[]
}

function describeBuild(
  { out, size, images }: Report,
  { unchecked, isSelfHosted }: { unchecked: string | undefined; isSelfHosted: boolean },
): string {
  return [
    ...toLines(size),
    ...(unchecked === undefined ? [] : [`Types were not checked: ${unchecked}.`]),
    ...images.map((image) => `openenv-edge: image ${image}`),
    ...(isSelfHosted ? [`Next: docker build -t my-env ${out} && docker run -p 8000:8000 -v my-env-data:/data my-env`] : []),
    `openenv-edge: built ${out}`,
  ].join('\n')
}
