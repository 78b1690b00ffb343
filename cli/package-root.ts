import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of this package: where its package.json, its `dist/` and its dependencies are found. */
export const packageRoot: string = findPackageRoot(import.meta.dirname)

function findPackageRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackageRoot(dirname(folder))
}

interface Manifest {
  readonly version: string
  readonly exports: Record<string, string | { readonly default: string }>
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as Manifest
}

export function packageVersion(): string {
  return manifest().version
}

/** The built file behind an import of this package, such as `./workers`; undefined when it exports no such thing. */
export function entrance(subpath: string): string | undefined {
  const target = manifest().exports[subpath]
  return typeof target === 'object' ? join(packageRoot, target.default) : undefined
}
