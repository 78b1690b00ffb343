import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = '{core,environments,durable-objects,workers,containers,client,cli}/**/*.{ts,json,toml,md}'

/** Tests that drive sources alone; a run that is asked for these needs no build. */
const WITHOUT_BUILD = /^tests\/(client|containers|core|environments|scripts|workerd)\b/

/** Builds `dist/` where it is older than its sources, or lacks declarations as `npm start` leaves it: the command line and what it serves are tested as users get them. */
export function setup(): void {
  const asked = process.argv.slice(2).filter((word) => word.includes('/'))
  if (asked.length > 0 && asked.every((word) => WITHOUT_BUILD.test(word))) return
  const built = join(ROOT, 'dist/core/index.d.ts')
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0
  if (globSync(SOURCES, { cwd: ROOT }).every((file) => statSync(join(ROOT, file)).mtimeMs < builtAt)) return
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: ROOT, stdio: 'inherit' })
  // A type error is the failure of one test (types.test.ts), not of all.
  if (status !== 0 && (!existsSync(built) || statSync(built).mtimeMs === builtAt)) throw new Error('The build failed: see above.')
}
