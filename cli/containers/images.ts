import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildxRemedy } from './buildx.ts'
import { BOX_CLASS, BOX_IMAGE, type Declared } from './declared.ts'
import { docker, hasImage, tryDocker } from './docker.ts'

/** A name to start an image by, or why there is none. */
export type Image = { readonly name: string } | { readonly missing: string }

/** Finds an image, builds it from its Dockerfile, or pulls it. Says on standard error what takes long. */
export async function prepareImage(declared: Declared): Promise<Image> {
  const { image, context } = declared
  if (image === BOX_IMAGE && hasImage(image)) return { name: image }
  const dockerfile = image === BOX_IMAGE ? join(context ?? '.', 'Dockerfile') : image
  if (existsSync(dockerfile)) return build(nameOf(declared), dockerfile, context ?? dirname(dockerfile))
  if (hasImage(image)) return { name: image }
  return pull(image)
}

/** A project's image is built each time: layers that did not change are kept, and no edit goes unnoticed. */
async function build(name: string, dockerfile: string, context: string): Promise<Image> {
  say(hasImage(name) ? `building ${name} from ${dockerfile}` : `building ${name} from ${dockerfile}: the first time takes minutes`)
  const problem = await tryDocker('build', '--quiet', '--tag', name, '--file', dockerfile, context)
  return problem === undefined
    ? { name }
    : {
        missing: `the image ${name} does not build:${indented(problem)}${buildxRemedy(problem)}
See all of it: docker build --file ${dockerfile} ${context}`,
      }
}

async function pull(image: string): Promise<Image> {
  say(`pulling ${image}`)
  const problem = await tryDocker('pull', image)
  return problem === undefined ? { name: image } : { missing: `there is no image ${image} here, and pulling it fails:${indented(problem)}` }
}

/** What a program said, below the line that says whose words they are. */
function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `\n  ${line}`)
    .join('')
}

function nameOf({ className, project }: Declared): string {
  if (className === BOX_CLASS && project === undefined) return BOX_IMAGE
  return ['openenv-edge', ...(project === undefined ? [] : [project]), className].join('-').toLowerCase()
}

/** The image through which workerd reaches a container: one that this machine made, else the one that miniflare names. */
export async function prepareSidecar(): Promise<Image> {
  const own = [process.env.MINIFLARE_CONTAINER_EGRESS_IMAGE, 'openenv-edge-sidecar'].find((name) => name !== undefined && hasImage(name))
  if (own !== undefined) return { name: own }
  return hasImage(PUBLIC_SIDECAR) ? { name: PUBLIC_SIDECAR } : pull(PUBLIC_SIDECAR)
}

/** miniflare's default (its `dist/src/index.js`), which nothing else pulls. */
const PUBLIC_SIDECAR = 'cloudflare/proxy-everything:3cb1195@sha256:0ef6716c52430096900b150d84a3302057d6cd2319dae7987128c85d0733e3c8'

/** Why no engine can be used; undefined when one answers. */
export function engineProblem(): string | undefined {
  return docker('info') === undefined ? 'no Docker engine answers. Start one' : undefined
}

function say(text: string): void {
  console.error(`openenv-edge: ${text}`)
}
