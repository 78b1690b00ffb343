import { execFileSync } from 'node:child_process'

/** A command of the Docker engine; what it prints. */
export function docker(...argv: string[]): string {
  return execFileSync('docker', argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}
