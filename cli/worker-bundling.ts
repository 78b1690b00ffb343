import type { BuildOptions } from 'esbuild'

/** How a worker becomes the one file that workerd runs: the bundled library at build, a user's file when it is served. */
export const WORKER_BUNDLING = {
  bundle: true,
  format: 'esm',
  target: 'es2024',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['workerd', 'worker'],
  external: ['cloudflare:*', 'node:*'],
  metafile: true,
} as const satisfies BuildOptions
