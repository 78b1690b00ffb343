import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Starts workerd beside a watch on its control pipe (descriptor 3), whose other end this process holds. The pipe closes when this
 * process is gone, however it went; a workerd that outlived it would keep the port. A session takes about five descriptors (its
 * socket, its database), so the shell first raises their limit as far as it may: the usual 1,024 would end at 200 sessions.
 */
const GUARD = `#!/bin/sh
ulimit -n 1048576 2>/dev/null || ulimit -n "$(ulimit -Hn)" 2>/dev/null
(trap '' INT TERM HUP; cat <&3; kill -9 $$) >/dev/null 2>&1 &
exec "$OPENENV_EDGE_WORKERD" "$@"
`

/** A folder for what lives as long as this process. */
export interface Scratch {
  readonly path: string
  remove(): void
}

/** Makes a scratch folder in `parent`, and removes those that killed processes left there. */
export function createScratch(parent: string = tmpdir()): Scratch {
  for (const name of readdirSync(parent)) {
    const owner = /^openenv-edge-(\d+)-/.exec(name)?.[1]
    if (owner && !isRunning(Number(owner))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const path = mkdtempSync(join(parent, `openenv-edge-${process.pid}-`))
  const remove = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    path,
    remove() {
      process.off('exit', remove)
      remove()
    },
  }
}

/** Makes miniflare start `workerd` through the guard. Windows has no such shell; there workerd ends with its console. */
export function guardWorkerd(workerd: string, scratch: Scratch): void {
  if (process.platform === 'win32') return
  const guard = join(scratch.path, 'workerd-guard.sh')
  writeFileSync(guard, GUARD)
  chmodSync(guard, 0o700)
  process.env.OPENENV_EDGE_WORKERD = workerd
  process.env.MINIFLARE_WORKERD_PATH = guard
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
