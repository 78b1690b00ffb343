import type { BuildOptions, Plugin } from 'esbuild'

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

/** zod brings its messages in fifty languages, a fifth of a bundle: nothing here asks for another than English. */
export const englishAlone: Plugin = {
  name: 'english-alone',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: "export { default as en } from './en.js'" })),
}
