import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLibraryBundle } from './bundle.ts'
import { CommandError } from './command-error.ts'
import { packageRoot } from './package-root.ts'
import { loadTools, type Tools } from './tools.ts'
import { createScratch, type Scratch } from './workerd-guard.ts'
import { isProject, requireLogin, runWrangler } from './wrangler.ts'

/** Flags of every command that is about a deployment. */
export const deploymentArguments = {
  name: { type: 'string', valueHint: 'worker', description: 'Name of the worker; default: the configuration’s' },
  env: { type: 'string', valueHint: 'name', description: 'Environment of the wrangler configuration' },
} as const

export interface DeploymentChoice {
  readonly name?: string | undefined
  readonly env?: string | undefined
}

/** Where wrangler runs, and for which worker. */
export interface Place {
  readonly tools: Tools
  readonly scratch: Scratch
  readonly cwd: string
  /** wrangler's flags that choose the worker. */
  readonly worker: readonly string[]
}

/** This project, or in any other folder the bundled library. */
export async function inPlace<T>({ name, env }: DeploymentChoice, use: (place: Place) => Promise<T>): Promise<T> {
  const tools = loadTools()
  const scratch = createScratch()
  try {
    const cwd = isProject('.') ? process.cwd() : await copyLibrary(scratch, tools)
    return await use({ tools, scratch, cwd, worker: [...flag('--name', name), ...flag('--env', env)] })
  } finally {
    scratch.remove()
  }
}

/** As {@link inPlace}, on an account and for a worker that is there: wrangler would offer to make one that is not. */
export async function onDeployment<T>(choice: DeploymentChoice, use: (place: Place) => Promise<T>): Promise<T> {
  return inPlace(choice, async (place) => {
    await requireLogin(place.tools, place.scratch, place.cwd)
    if ((await listSecrets(place)) === undefined) {
      throw new CommandError(
        `${choice.name === undefined ? 'This worker' : `A worker named "${choice.name}"`} is not deployed. Run: openenv-edge deploy`,
      )
    }
    return use(place)
  })
}

/** Names of the worker's secrets; undefined for a worker that does not exist. */
export async function listSecrets({ tools, scratch, cwd, worker }: Place): Promise<string[] | undefined> {
  try {
    const { output } = await runWrangler(tools, scratch, { cwd, words: ['secret', 'list', ...worker] })
    return [...output.matchAll(/"name": "([^"]*)"/g)].map(([, name = '']) => name)
  } catch (error) {
    if (error instanceof CommandError && /not found|does not exist/i.test(error.message)) return undefined
    throw error
  }
}

export function flag(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value]
}

/** The built library as a project of its own. wrangler writes beside what it deploys, so it gets a copy. */
async function copyLibrary(scratch: Scratch, tools: Tools): Promise<string> {
  const project = join(scratch.path, 'library')
  cpSync(join(packageRoot, 'dist/worker'), project, { recursive: true })
  cpSync(join(packageRoot, 'dist/containers'), join(scratch.path, 'containers'), { recursive: true })
  writeFileSync(join(project, 'main.js'), (await readLibraryBundle(tools)).script)
  return project
}

/** What only environments in containers need of the library's configuration. Their classes stay: a later deployment may bind them. */
const CONTAINER_PARTS =
  /^\[\[(?:containers|durable_objects\.bindings)\]\]\n(?:(?:class_)?name = "(?:EnvironmentBox|BOXES)"\n)(?:(?!\[).*\n?)*/gm

/** Takes the containers out of the copied library's configuration. A project's own is its author's: it stays as it is. */
export function leaveContainersOut(cwd: string): void {
  if (cwd === process.cwd()) {
    throw new CommandError(
      '--no-containers is for the bundled library. In a project, take [[containers]] out of its wrangler configuration.',
      {
        exitCode: 2,
      },
    )
  }
  const file = join(cwd, 'wrangler.toml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(CONTAINER_PARTS, ''))
}
