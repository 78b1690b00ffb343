import { z } from 'zod'
import { defineEnvironment, type Environment, type EnvironmentDefinition } from './environment.ts'

/** Where an environment's own server answers: an OpenEnv server somewhere else, reached under this deployment's names and tokens. */
export interface RemotePlace {
  /** Its base: what stands before `/ws`, `/reset` and the rest. */
  readonly url: string
  /** Name of a secret whose value is sent to it as a bearer token; default: none. A caller's own token never is. */
  readonly secret?: string
}

export interface RemoteEnvironmentDefinition
  extends Pick<EnvironmentDefinition<unknown, unknown, unknown, unknown>, 'name' | 'version' | 'description' | 'aliases'>,
    RemotePlace {}

const anything = z.record(z.string(), z.unknown())

/** Declares an OpenEnv server that runs somewhere else: its routes, frames and pages are passed through under this environment's URLs. */
export function defineRemoteEnvironment(
  definition: RemoteEnvironmentDefinition,
): Environment<Record<string, unknown>, Record<string, unknown>, Record<string, unknown>> {
  const { url, secret, ...names } = definition
  if (!/^https?:$/.test(new URL(url).protocol))
    throw new TypeError(`The URL of "${names.name}" starts with http:// or https://, not "${url}".`)
  return defineEnvironment({
    ...names,
    remote: secret === undefined ? { url } : { url, secret },
    action: anything,
    observation: anything,
    state: anything,
    reset: refuse,
    step: refuse,
  })
}

/** A host that passes requests on never comes here. */
function refuse(): never {
  throw new TypeError('This environment runs on a server of its own: serve it with a Worker (docs/containers.md).')
}
