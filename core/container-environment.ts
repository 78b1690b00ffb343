import { definePassedThrough, type Names, type PassedThrough } from './passed-through.ts'

/** Where an environment's own server runs: a container that sessions are passed through to, byte for byte. */
export interface ContainerPlace {
  /** Of the image, as wrangler.toml or the engine knows it. */
  readonly image: string
  /** Name of the Durable Object binding whose class (`StockContainer`) starts the image. */
  readonly binding: string
  /** Port of the server inside; 8000 for images made by `openenv init`. */
  readonly port: number
  /** A container for each session, or one for all: for images that take several sessions. */
  readonly sessions: 'own' | 'shared'
  /** Containers that are started before a session without a key asks for one. They end when nobody has come for ten minutes. */
  readonly warm: number
  /** Hosts that the container may reach; `all` opens the internet. */
  readonly allow: 'all' | readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export interface ContainerEnvironmentDefinition
  extends Names,
    Pick<ContainerPlace, 'image' | 'binding'>,
    Partial<Omit<ContainerPlace, 'image' | 'binding'>> {}

/**
 * Declares a stock OpenEnv image, unchanged: its routes, frames and pages are passed through under this environment's URLs; only
 * `/health` is answered without waking it. Defaults: port 8000, a container for each session, no network.
 */
export function defineContainerEnvironment(definition: ContainerEnvironmentDefinition): PassedThrough {
  const { image, binding, port = 8000, sessions = 'own', warm = 0, allow = [], env = {}, ...names } = definition
  return definePassedThrough(names, { container: { image, binding, port, sessions, warm, allow, env } }, 'in a container')
}
