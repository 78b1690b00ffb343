import { createRequire } from 'node:module'
import { join } from 'node:path'
import { CommandError } from './command-error.ts'
import { packageRoot } from './package-root.ts'

/**
 * wrangler and what it brings, miniflare and esbuild, at the versions that it pins. They weigh 217 MB, so this package does not
 * depend on them: they are looked for in the user's project first, then beside this package.
 */
export interface Tools {
  readonly miniflare: typeof import('miniflare')
  readonly esbuild: typeof import('esbuild')
  /** The file that runs wrangler's command line. */
  readonly wrangler: string
  /** The workerd binary that this miniflare starts. */
  readonly workerd: string
}

export function loadTools(project: string = process.cwd()): Tools {
  const wrangler = findWrangler([project, packageRoot])
  const fromWrangler = createRequire(wrangler)
  const fromMiniflare = createRequire(fromWrangler.resolve('miniflare'))
  return {
    get miniflare() {
      return fromWrangler('miniflare') as Tools['miniflare']
    },
    get esbuild() {
      return fromWrangler('esbuild') as Tools['esbuild']
    },
    wrangler: join(wrangler, '../bin/wrangler.js'),
    get workerd() {
      return (fromMiniflare('workerd') as { default: string }).default
    },
  }
}

function findWrangler(folders: string[]): string {
  for (const folder of folders) {
    try {
      return createRequire(join(folder, 'package.json')).resolve('wrangler/package.json')
    } catch {}
  }
  throw new CommandError('wrangler is not installed here. Run: npm install --save-dev wrangler@4.156.2')
}
