import { spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { runChild } from '../child.ts'
import { messageOf } from '../command-error.ts'

const PROGRAM = process.env.WRANGLER_DOCKER_BIN ?? 'docker'

/** What a command of Docker's prints; undefined when it fails or is not there. */
export function docker(...argv: string[]): string | undefined {
  const { status, stdout } = spawnSync(PROGRAM, argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout : undefined
}

/** Runs a command of Docker's that may take long. Returns the last lines of what it said when it fails. */
export async function tryDocker(...argv: string[]): Promise<string | undefined> {
  try {
    const { code, stderr } = await runChild(PROGRAM, argv)
    return code === 0 ? undefined : stripVTControlCharacters(stderr).trim().split('\n').slice(-3).join('\n')
  } catch (error) {
    return messageOf(error)
  }
}

export function hasImage(name: string): boolean {
  return docker('image', 'inspect', '--format', '{{.Id}}', name) !== undefined
}

/** Names of containers that start so, running or not. Names are listed, never an engine's error texts: those differ by engine. */
export function containersLike(start: string): string[] {
  const names = docker('ps', '-a', '--filter', `name=${start}`, '--format', '{{.Names}}') ?? ''
  return names.split('\n').filter((name) => name.startsWith(start))
}

export function removeContainers(names: readonly string[]): void {
  if (names.length > 0) docker('rm', '-f', ...names)
}
