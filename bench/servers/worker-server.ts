import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'

/**
 * Run as a program: `node worker-server.ts <port> <worker.ts> <binding>=<class> …`. Serves one worker with its Durable Objects
 * just as cli/local-runtime.ts does with `--memory`: workerd's own socket on the worker, storage in memory-backed files.
 */
const [port, entry = '', ...bindings] = process.argv.slice(2)
const bundle = await build({
  entryPoints: [entry],
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2024',
  external: ['cloudflare:*', 'node:*'],
  conditions: ['workerd', 'worker', 'import'],
})
const storage = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'openenv-edge-bench-'))
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    name: 'bench',
    modules: [{ type: 'ESModule', path: 'main.js', contents: bundle.outputFiles[0]?.text ?? '' }],
    compatibilityDate: '2026-11-01',
    durableObjects: Object.fromEntries(
      bindings.map((text) => text.split('=')).map(([binding, className = '']) => [binding, { className, useSQLite: true }]),
    ),
    resourcePersistencePath: storage,
    unsafeDirectSockets: [{ host: '127.0.0.1', port: Number(port) }],
    host: '127.0.0.1',
    port: 0,
    unsafeRegisterWorker: false,
    cf: false,
    telemetry: { enabled: false },
    log: new Log(LogLevel.WARN),
  }),
)
process.once('exit', () => rmSync(storage, { recursive: true, force: true }))
process.once('SIGTERM', () => void miniflare.dispose().then(() => process.exit(0)))
await miniflare.ready
