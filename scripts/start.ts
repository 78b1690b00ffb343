import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildPackage } from './build.ts'

// Builds, then becomes `openenv-edge <words>`: one process, so that npm's signals reach it.
console.error('openenv-edge: building …')
if (!(await buildPackage({ types: false }))) process.exit(1)
await import(pathToFileURL(join(import.meta.dirname, '../dist/cli/bin.js')).href)
