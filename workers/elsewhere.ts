import type { AnyEnvironment } from '../core/index.ts'
import type { Address } from './address.ts'
import { type ContainerEnvironment, forwardToContainer } from './container-proxy.ts'
import { forwardToRemote, type RemoteEnvironment } from './remote-proxy.ts'

/** An environment whose own server answers its requests, in a container or at a URL. */
export type EnvironmentElsewhere = ContainerEnvironment | RemoteEnvironment

export function isElsewhere(environment: AnyEnvironment): environment is EnvironmentElsewhere {
  return environment.container !== undefined || environment.remote !== undefined
}

/** Passes a request on to an environment's own server, unread. */
export function forward(bindings: object, environment: EnvironmentElsewhere, address: Address, request: Request): Promise<Response> {
  if (isRemote(environment)) return forwardToRemote(bindings, environment, address, request)
  return forwardToContainer(bindings, environment, address, request)
}

function isRemote(environment: EnvironmentElsewhere): environment is RemoteEnvironment {
  return environment.remote !== undefined
}
