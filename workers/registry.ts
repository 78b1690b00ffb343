import type { ServedEnvironment } from '../core/index.ts'

/** The environments of a deployment, by every name that a URL may use. */
export interface Registry {
  readonly environments: readonly ServedEnvironment[]
  readonly defaultEnvironment: ServedEnvironment
  /** Undefined for an unknown name. `-` and `_` are the same, `<name>_env` is an alias, case does not matter. */
  find(name: string | undefined): ServedEnvironment | undefined
}

/** Builds a registry. Throws a TypeError when it is empty, a name is taken twice, or the default is not among them. */
export function createRegistry(environments: readonly ServedEnvironment[], defaultName?: string): Registry {
  const byName = new Map<string, ServedEnvironment>()
  for (const environment of environments) {
    const name = normalize(environment.name)
    if (byName.has(name)) throw new TypeError(`Two environments are named "${environment.name}".`)
    byName.set(name, environment)
  }
  for (const environment of environments) addAliases(byName, environment)
  const defaultEnvironment = defaultName === undefined ? environments[0] : byName.get(normalize(defaultName))
  if (defaultEnvironment === undefined) {
    const known = environments.map(({ name }) => name).join(', ')
    throw new TypeError(`No environment named "${defaultName ?? ''}" to be the default. Known: ${known || 'none'}.`)
  }
  return {
    environments,
    defaultEnvironment,
    find: (name) => (name === undefined ? defaultEnvironment : byName.get(normalize(name))),
  }
}

/** Aliases never hide an environment's own name, nor another's alias: first come, first served. */
function addAliases(byName: Map<string, ServedEnvironment>, environment: ServedEnvironment): void {
  for (const name of [environment.name, ...(environment.aliases ?? [])].map(normalize)) {
    for (const alias of [name, `${name}_env`]) if (!byName.has(alias)) byName.set(alias, environment)
  }
}

function normalize(name: string): string {
  return name.toLowerCase().replaceAll('-', '_')
}
