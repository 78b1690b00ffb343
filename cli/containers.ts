import type { WorkerBundle } from './bundle.ts'
import { type Declared, readDeclared } from './containers/declared.ts'
import { containersLike, removeContainers } from './containers/docker.ts'
import { engineProblem, type Image, prepareImage, prepareSidecar } from './containers/images.ts'
import type { Tools } from './tools.ts'

/** A class of objects with containers, as miniflare takes it; its key is of this run alone, and the containers' names start with it. */
interface ContainerClass {
  readonly className: string
  readonly useSQLite: true
  readonly container: { readonly imageName: string }
  readonly unsafeUniqueKey: string
}

/** A Docker engine that this runtime starts its containers with. */
export interface Containers {
  /** By binding. */
  readonly objects: Readonly<Record<string, ContainerClass>>
  readonly engine: { localDocker: { socketPath: string; containerEgressInterceptorImage: string } }
  /** Ends this run's containers: they outlive the runtime otherwise. */
  remove(): void
}

/** What a bundle's containers need, built or pulled; `folder`: of the project whose configuration declares more than the box; undefined, with a word on standard error, when this machine lacks some of it. */
export async function findContainers(bundle: WorkerBundle, tools: Tools, folder?: string): Promise<Containers | undefined> {
  const declared = await readDeclared(bundle.exports, tools, folder)
  if (declared.length === 0) return undefined
  const problem = engineProblem()
  const images = problem === undefined ? await prepareAll(declared) : [{ missing: `${problem}.` }]
  const missing = images.flatMap((image) => ('missing' in image ? [image.missing] : []))
  if (missing.length > 0) {
    const why = missing.join('\n')
    console.error(`openenv-edge: environments that run in a container will refuse to start (--no-containers: do not look): ${why}`)
    return undefined
  }
  removeOrphans()
  const [sidecar = '', ...names] = images.map(nameIn)
  return {
    objects: Object.fromEntries(declared.map((one, index) => [one.binding, classOf(one, names[index] ?? '')])),
    engine: {
      localDocker: { socketPath: process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock', containerEgressInterceptorImage: sidecar },
    },
    remove: () => removeContainers(containersLike(`workerd-${RUN}-${process.pid}-`)),
  }
}

/** One after the other: images that share layers build them once. */
async function prepareAll(declared: readonly Declared[]): Promise<Image[]> {
  const images = [await prepareSidecar()]
  for (const one of declared) images.push(await prepareImage(one))
  return images
}

const RUN = 'openenv-edge-run'

function nameIn(image: Image): string {
  return 'name' in image ? image.name : ''
}

function classOf({ className }: Declared, imageName: string): ContainerClass {
  return { className, useSQLite: true, container: { imageName }, unsafeUniqueKey: `${RUN}-${process.pid}-${className}` }
}

/** Containers of runs that were killed: the next one would find them with their old state. */
function removeOrphans(): void {
  const orphans = containersLike(`workerd-${RUN}-`).filter((name) => {
    const pid = Number(/^workerd-openenv-edge-run-(\d+)-/.exec(name)?.[1])
    return !isAlive(pid)
  })
  removeContainers(orphans)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
