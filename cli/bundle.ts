import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { BuildOptions, BuildResult, Message, Plugin } from 'esbuild'
import { CommandError } from './command-error.ts'
import { entrance, packageRoot } from './package-root.ts'
import type { Tools } from './tools.ts'
import { englishAlone, WORKER_BUNDLING } from './worker-bundling.ts'

/** A worker in one file, with the names that it exports: those say which Durable Objects it has. */
export interface WorkerBundle {
  readonly script: string
  readonly exports: readonly string[]
  /** Where its lines come from; absent for what was bundled before. */
  readonly sourceMap?: string | undefined
}

/** Finds this package and zod where the user's project has none, so that a single file in an empty folder can be served. */
const ownPackage: Plugin = {
  name: 'openenv-edge',
  setup(build) {
    build.onResolve({ filter: /^(openenv-edge|zod)(\/|$)/ }, async ({ path, pluginData, kind, importer, resolveDir }) => {
      if (pluginData === ownPackage) return undefined
      const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: ownPackage })
      if (found.errors.length === 0) return found
      if (path.startsWith('zod')) return build.resolve(path, { kind, resolveDir: packageRoot, pluginData: ownPackage })
      const own = entrance(path.replace('openenv-edge', '.'))
      return own === undefined ? found : { path: own }
    })
  },
}

const BUNDLE_OPTIONS: BuildOptions = {
  ...WORKER_BUNDLING,
  outfile: 'main.js',
  write: false,
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'silent',
  plugins: [ownPackage],
}

/** The bundled library: as `npm run build` left it in a checkout. The published package goes without, being twice its size with it. */
export async function readLibraryBundle({ esbuild }: Tools): Promise<WorkerBundle> {
  const file = join(packageRoot, 'dist/worker/main.js')
  if (existsSync(file)) {
    return {
      script: readFileSync(file, 'utf8'),
      exports: JSON.parse(readFileSync(join(packageRoot, 'dist/worker/exports.json'), 'utf8')) as string[],
    }
  }
  const entry = join(packageRoot, 'dist/workers/main.js')
  if (!existsSync(entry)) throw new CommandError('The package is not built. Run: npm run build')
  return toBundle(await esbuild.build({ ...BUNDLE_OPTIONS, plugins: [englishAlone, ownPackage], entryPoints: [entry] }).catch(explain))
}

/** Bundles a user's file: a worker that exports `Sessions`, or a module that exports environments, for which a worker is made. */
export async function bundleFile(file: string, { esbuild }: Tools): Promise<WorkerBundle> {
  return toBundle(await esbuild.build(await buildOptions(file, esbuild)).catch(explain))
}

/** Bundles a user's file now and on each save, until disposed. A save that does not build is reported to `onError` and changes nothing. */
export async function watchFile(
  file: string,
  { esbuild }: Tools,
  on: { bundle(bundle: WorkerBundle): void; error(error: CommandError): void },
): Promise<{ dispose(): Promise<void> }> {
  const options = await buildOptions(file, esbuild)
  const report: Plugin = {
    name: 'report',
    setup: (build) =>
      build.onEnd((result) => {
        if (result.errors.length > 0) on.error(new CommandError(describeMessages(result.errors)))
        else on.bundle(toBundle(result))
      }),
  }
  const context = await esbuild.context({ ...options, plugins: [ownPackage, report] })
  await context.watch()
  return context
}

/** Bundles a module for this process, to look at what it exports. */
export async function bundleForNode(file: string, { esbuild }: Tools): Promise<string> {
  const result = await esbuild.build({ ...BUNDLE_OPTIONS, platform: 'node', conditions: [], entryPoints: [resolve(file)] }).catch(explain)
  return toBundle(result).script
}

async function buildOptions(file: string, esbuild: Tools['esbuild']): Promise<BuildOptions> {
  const path = resolve(file)
  if (!existsSync(path)) throw new CommandError(`No such file: ${file}.`)
  const asWorker: BuildOptions = { ...BUNDLE_OPTIONS, entryPoints: [path] }
  const { exports } = toBundle(await esbuild.build(asWorker).catch(explain))
  if (exports.includes('Sessions')) return asWorker
  return {
    ...BUNDLE_OPTIONS,
    stdin: { contents: workerFor(path), resolveDir: dirname(path), loader: 'ts', sourcefile: 'openenv-edge-worker.ts' },
  }
}

function toBundle({ outputFiles, metafile }: BuildResult): WorkerBundle {
  const output = Object.entries(metafile?.outputs ?? {}).find(([path]) => path.endsWith('.js'))?.[1]
  const text = (ending: string) => outputFiles?.find(({ path }) => path.endsWith(ending))?.text
  return { script: text('.js') ?? '', exports: output?.exports ?? [], sourceMap: text('.js.map') }
}

/** Source of the worker that serves every environment which a module exports, alone or in lists; one under two names is one. */
function workerFor(path: string): string {
  return `
import * as exported from ${JSON.stringify(path)}
import { createWorker, EnvironmentSession } from 'openenv-edge/workers'
export { SessionRegistry } from 'openenv-edge/workers'
const isEnvironment = (value) => typeof value?.step === 'function' && typeof value.name === 'string'
const environments = [...new Set(Object.values(exported).flat().filter(isEnvironment))]
if (environments.length === 0) throw new Error(${JSON.stringify(`${path} exports no environment. Export what defineEnvironment returns.`)})
export class Sessions extends EnvironmentSession {
  environments = environments
}
export default createWorker({ environments })
`
}

function explain(error: unknown): never {
  if (error instanceof Error && 'errors' in error && Array.isArray(error.errors)) {
    throw new CommandError(describeMessages(error.errors as Message[]), { cause: error })
  }
  throw error
}

function describeMessages(messages: Message[]): string {
  return messages.map(({ text, location }) => (location ? `${location.file}:${location.line}: ${text}` : text)).join('\n')
}
