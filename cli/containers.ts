import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { WorkerBundle } from './bundle.ts'
import { packageRoot } from './package-root.ts'

/** Miniflare's own choice is used when neither of these is there (and is pulled by `docker pull`). */
const SIDECARS = [process.env.MINIFLARE_CONTAINER_EGRESS_IMAGE, 'openenv-edge-sidecar']
const BOX_IMAGE = 'openenv-edge-box'
const BOX_CLASS = 'EnvironmentBox'

/** A Docker engine that this runtime starts its containers with. */
export interface Containers {
  /** miniflare's setting for the class of the boxes; its key is of this run alone, and the containers' names start with it. */
  readonly box: { className: string; useSQLite: true; container: { imageName: string }; unsafeUniqueKey: string }
  readonly engine: { localDocker: { socketPath: string; containerEgressInterceptorImage?: string } }
  /** Ends this run's containers: they outlive the runtime otherwise. */
  remove(): void
}

/** What a bundle with boxes needs; undefined, with a word on standard error, when this machine lacks some of it. */
export function findContainers(bundle: WorkerBundle, { image = BOX_IMAGE }: { image?: string } = {}): Containers | undefined {
  if (!bundle.exports.includes(BOX_CLASS)) return undefined
  const missing = whatIsMissing(image)
  if (missing !== undefined) {
    console.error(`openenv-edge: environments that run in a container will refuse to start: ${missing} (--no-containers: do not look).`)
    return undefined
  }
  removeOrphans()
  const key = `openenv-edge-run-${process.pid}-${BOX_CLASS}`
  const sidecar = SIDECARS.find((name) => name !== undefined && hasImage(name))
  return {
    box: { className: BOX_CLASS, useSQLite: true, container: { imageName: image }, unsafeUniqueKey: key },
    engine: {
      localDocker: {
        socketPath: process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock',
        ...(sidecar === undefined ? {} : { containerEgressInterceptorImage: sidecar }),
      },
    },
    remove: () => remove(namesLike(`workerd-${key}-`)),
  }
}

function whatIsMissing(image: string): string | undefined {
  if (docker('info') === undefined) return 'no Docker engine answers. Start one'
  if (hasImage(image)) return undefined
  return `there is no image "${image}". Build it: docker build -t ${image} ${join(packageRoot, 'dist/containers/box')}`
}

/** Containers of runs that were killed: the next one would find them with their old state. */
function removeOrphans(): void {
  const orphans = namesLike('workerd-openenv-edge-run-').filter((name) => {
    const pid = Number(/^workerd-openenv-edge-run-(\d+)-/.exec(name)?.[1])
    return !isAlive(pid)
  })
  remove(orphans)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function namesLike(start: string): string[] {
  const names = docker('ps', '-a', '--filter', `name=${start}`, '--format', '{{.Names}}') ?? ''
  return names.split('\n').filter((name) => name.startsWith(start))
}

function remove(names: readonly string[]): void {
  if (names.length > 0) docker('rm', '-f', ...names)
}

function hasImage(name: string): boolean {
  return docker('image', 'inspect', '--format', '{{.Id}}', name) !== undefined
}

/** What a command of Docker's prints; undefined when it fails or is not there. */
function docker(...argv: string[]): string | undefined {
  const { status, stdout } = spawnSync(process.env.WRANGLER_DOCKER_BIN ?? 'docker', argv, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return status === 0 ? stdout : undefined
}
