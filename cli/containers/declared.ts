import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { CommandError, messageOf } from '../command-error.ts'
import { packageRoot } from '../package-root.ts'
import type { Tools } from '../tools.ts'

/** A class of a worker whose objects drive containers. */
export interface Declared {
  readonly binding: string
  readonly className: string
  /** A Dockerfile, or the name of an image. */
  readonly image: string
  /** Folder that the Dockerfile is built from. */
  readonly context?: string | undefined
  /** Name of the worker: two projects with a class of one name have an image each. */
  readonly project?: string | undefined
}

export const BOX_CLASS = 'EnvironmentBox'
/** Built under this name; a machine may have made it already (scripts/prepare-containers.sh), or name one that builds on it. */
export const BOX_IMAGE = process.env.OPENENV_BOX_IMAGE ?? 'openenv-edge-box'
const BOX_CONTEXT = 'dist/containers/box'

const Config = z.object({
  name: z.string().optional(),
  containers: z
    .array(z.object({ class_name: z.string(), image: z.string().optional(), image_build_context: z.string().optional() }))
    .optional(),
  durable_objects: z.object({ bindings: z.array(z.object({ name: z.string(), class_name: z.string().optional() })) }),
})
type ReadConfig = (from: { config: string }) => unknown

/** What a worker's classes need: the box by its own image unless the project names another, and whatever the project declares. */
export async function readDeclared(exports: readonly string[], tools: Tools, folder: string | undefined): Promise<Declared[]> {
  const box: Declared = { binding: 'BOXES', className: BOX_CLASS, image: BOX_IMAGE, context: join(packageRoot, BOX_CONTEXT) }
  const found = folder === undefined ? [] : await readProject(tools, folder)
  const own = found.filter(({ className, image }) => exports.includes(className) && !image.endsWith(`${BOX_CONTEXT}/Dockerfile`))
  const needsBox = exports.includes(BOX_CLASS) && !own.some(({ className }) => className === BOX_CLASS)
  return needsBox ? [box, ...own] : own
}

/** The containers of wrangler's configuration in a folder; none where it has none. */
async function readProject({ wrangler }: Tools, folder: string): Promise<Declared[]> {
  const file = ['wrangler.jsonc', 'wrangler.json', 'wrangler.toml'].map((name) => join(folder, name)).find(existsSync)
  // wrangler takes over a second to load.
  if (file === undefined || !/\bcontainers\b/.test(readFileSync(file, 'utf8'))) return []
  const library: { unstable_readConfig: ReadConfig } = await import(pathToFileURL(join(wrangler, '../../wrangler-dist/cli.js')).href)
  const { name: project, containers = [], durable_objects: objects } = Config.parse(readOrExplain(library.unstable_readConfig, file))
  return containers.flatMap(({ class_name: className, image, image_build_context: context }) => {
    const binding = objects.bindings.find((one) => one.class_name === className)?.name
    return binding === undefined || image === undefined ? [] : [{ binding, className, image, context, project }]
  })
}

function readOrExplain(read: ReadConfig, config: string): unknown {
  try {
    return read({ config })
  } catch (cause) {
    throw new CommandError(messageOf(cause), { cause })
  }
}
