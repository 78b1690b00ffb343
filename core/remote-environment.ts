import { definePassedThrough, type Names, type PassedThrough } from './passed-through.ts'

/** Where an environment's own server answers: an OpenEnv server somewhere else, reached under this deployment's names and tokens. */
export interface RemotePlace {
  /** Its base: what stands before `/ws`, `/reset` and the rest. */
  readonly url: string
  /** Name of a secret whose value is sent to it as a bearer token; default: none. A caller's own token never is. */
  readonly secret?: string
}

export interface RemoteEnvironmentDefinition extends Names, RemotePlace {}

/** Declares an OpenEnv server that runs somewhere else: its routes, frames and pages are passed through under this environment's URLs. */
export function defineRemoteEnvironment(definition: RemoteEnvironmentDefinition): PassedThrough {
  const { url, secret, ...names } = definition
  if (!/^https?:$/.test(new URL(url).protocol))
    throw new TypeError(`The URL of "${names.name}" starts with http:// or https://, not "${url}".`)
  return definePassedThrough(names, { remote: secret === undefined ? { url } : { url, secret } }, 'on a server')
}
