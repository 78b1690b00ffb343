import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { englishAlone, WORKER_BUNDLING } from '../cli/worker-bundling.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
/** Built beside `dist` and then put in its place, so that nobody ever sees half a build. */
const next = join(root, `dist.${process.pid}.tmp`)

const last = join(root, `dist.${process.pid}.old.tmp`)

export interface BuildOptions {
  /** False leaves types unchecked and declarations out, which is nine tenths of the time: enough to serve, not to publish. */
  readonly types: boolean
}

/** JavaScript and declarations of every folder of the package, one file each. */
function compile({ types }: BuildOptions): boolean {
  const withoutTypes = types ? [] : ['--noCheck', '--declaration', 'false']
  const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json', '--outDir', next, ...withoutTypes], { cwd: root, stdio: 'inherit' })
  const bin = join(next, 'cli/bin.js')
  if (existsSync(bin)) chmodSync(bin, 0o755)
  return status === 0
}

/**
 * The whole bundled library as one file: what `openenv-edge serve` runs. Nothing is minified and no names are kept by wrappers:
 * each would cost on every step or hide a line of a stack.
 */
async function bundleWorker(): Promise<void> {
  const outfile = join(next, 'worker/main.js')
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['workers/main.ts'],
    outfile,
    ...WORKER_BUNDLING,
    plugins: [englishAlone],
    logLevel: 'warning',
  })
  // `serve` binds the Durable Objects that the worker exports.
  const exported = Object.values(metafile.outputs).flatMap((output) => output.exports)
  writeFileSync(join(next, 'worker/exports.json'), `${JSON.stringify(exported)}\n`)
  // `deploy` uploads it as it is.
  const configuration = readFileSync(join(root, 'wrangler.toml'), 'utf8')
    .replace('main = "workers/main.ts"', 'main = "main.js"\nno_bundle = true')
    .replace('./dist/containers/', '../containers/')
  writeFileSync(join(next, 'worker/wrangler.toml'), configuration)
}

/** What the box's image is built from. */
async function bundleBox(): Promise<void> {
  const context = join(next, 'containers/box')
  for (const name of [
    'Dockerfile',
    '.dockerignore',
    'requirements.txt',
    'entrypoint.sh',
    'make-repositories.sh',
    'terminal.py',
    'kernels',
    'tasks',
  ]) {
    cpSync(join(root, 'containers/box', name), join(context, name), { recursive: true })
  }
  const outfile = join(context, 'dist/server.mjs')
  await build({
    absWorkingDir: root,
    entryPoints: ['containers/box/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // What `ws`, which is CommonJS, asks for Node's own modules with.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [englishAlone],
  })
}

/** Builds `dist/`. Returns false for a type error, and leaves what it built: whoever is looking for the error wants to run it. */
export async function buildPackage(options: BuildOptions): Promise<boolean> {
  try {
    const isSound = compile(options)
    await bundleWorker()
    await bundleBox()
    cpSync(join(root, 'cli/templates'), join(next, 'cli/templates'), { recursive: true })
    if (existsSync(dist)) renameSync(dist, last)
    renameSync(next, dist)
    return isSound
  } finally {
    for (const folder of [next, last]) rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main && !(await buildPackage({ types: true }))) process.exitCode = 1
