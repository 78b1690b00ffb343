import type { WorkerBundle } from '../bundle.ts'
import { CommandError } from '../command-error.ts'
import { readDeclared } from '../containers/declared.ts'
import { tryDocker } from '../containers/docker.ts'
import { engineProblem, prepareImage } from '../containers/images.ts'
import type { Tools } from '../tools.ts'

/** Builds or pulls each image that the project declares, and tags it. Returns their names. */
export async function buildImages(
  bundle: WorkerBundle,
  { tools, folder, tag }: { tools: Tools; folder: string; tag: string },
): Promise<string[]> {
  const declared = await readDeclared(bundle.exports, tools, folder)
  if (declared.length === 0) return []
  const problem = engineProblem()
  if (problem !== undefined)
    throw new CommandError(
      `The worker is built, its ${declared.length === 1 ? 'image is' : 'images are'} not: ${problem}, or say --no-containers.`,
    )
  const names: string[] = []
  for (const one of declared) {
    const image = await prepareImage(one)
    if ('missing' in image) throw new CommandError(`The worker is built, but ${image.missing}`)
    names.push(tag === 'latest' ? image.name : await tagImage(image.name, tag))
  }
  return names
}

async function tagImage(image: string, tag: string): Promise<string> {
  const name = `${image.replace(/:[^/]*$/, '')}:${tag}`
  const failure = await tryDocker('tag', image, name)
  if (failure !== undefined) throw new CommandError(`The image ${image} cannot be tagged ${tag}: ${failure}`)
  return name
}
