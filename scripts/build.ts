import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../')

/** JavaScript and declarations of every folder of the package, one file each. */
function compile(): void {
  const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
  if (existsSync(`${root}dist/cli/bin.js`)) chmodSync(`${root}dist/cli/bin.js`, 0o755)
}

/**
 * The whole bundled library as one file: what `openenv-edge serve` runs. Nothing is minified and no names are kept by wrappers:
 * each would cost on every step or hide a line of a stack.
 */
async function bundleWorker(): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['workers/main.ts'],
    outfile: 'dist/worker/main.js',
    bundle: true,
    format: 'esm',
    target: 'es2024',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker'],
    external: ['cloudflare:*', 'node:*'],
    logLevel: 'warning',
    metafile: true,
  })
  const exported = metafile.outputs['dist/worker/main.js']?.exports ?? []
  writeFileSync(`${root}dist/worker/exports.json`, `${JSON.stringify(exported)}\n`)
}

rmSync(`${root}dist`, { recursive: true, force: true })
compile()
await bundleWorker()
