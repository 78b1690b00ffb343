import type { AnyEnvironment } from '../core/index.ts'
import type { ContainerPlace } from '../core/internal.ts'
import { withPlan } from '../durable-objects/index.ts'
import type { Address } from './address.ts'

/** An environment whose server runs in a container. */
export type ContainerEnvironment = AnyEnvironment & { readonly container: ContainerPlace }

export function isContainer(environment: AnyEnvironment): environment is ContainerEnvironment {
  return environment.container !== undefined
}

/** Passes a request on to an environment that runs in a container of its own. Only `/health` is answered here: it wakes nothing. */
export async function forwardToContainer(
  bindings: object,
  { name, container }: ContainerEnvironment,
  address: Address,
  request: Request,
): Promise<Response> {
  if (address.route === 'health' && address.key === undefined && request.method === 'GET') return Response.json({ status: 'healthy' })
  const namespace: unknown = Reflect.get(bindings, container.binding)
  if (!isNamespace(namespace)) {
    const detail = `"${name}" runs in a container, and this deployment does not bind ${container.binding} (docs/containers.md).`
    return Response.json({ detail, code: 'FACTORY_ERROR' }, { status: 503 })
  }
  const isSocket = request.headers.get('upgrade')?.toLowerCase() === 'websocket'
  const place = placeOf(address, name, container, isSocket)
  const id = place === undefined ? namespace.newUniqueId() : namespace.idFromName(place)
  const { target, prefix } = withoutPrefix(new URL(request.url), address)
  const { port, allow, env } = container
  const headers = withPlan(forwarded(request, prefix), { port, allow, env, prefix, endsWithSocket: place === undefined })
  return namespace.get(id).fetch(new Request(target, new Request(request, { headers, redirect: 'manual' })))
}

/**
 * Which container: the key's, the one of all sessions, or one of its own (undefined). HTTP without a key has no identity, and many
 * servers keep their HTTP episode in the process: it always meets the same container.
 */
function placeOf({ key, subject }: Address, name: string, { sessions }: ContainerPlace, isSocket: boolean): string | undefined {
  const owner = subject === undefined ? '' : `${encodeURIComponent(subject)}/`
  if (sessions === 'shared') return `${name}/shared`
  if (key !== undefined) return `${owner}${name}/${key}`
  return isSocket ? undefined : `${owner}${name}/http`
}

/** The container's own URL, and what stood before it. */
function withoutPrefix(url: URL, { route, hasTrailingSlash }: Address): { target: string; prefix: string } {
  const path = `/${route}${hasTrailingSlash ? '/' : ''}`
  const prefix = url.pathname.endsWith(path) ? url.pathname.slice(0, -path.length) : url.pathname.replace(/\/+$/, '')
  const query = new URLSearchParams(url.search)
  const search = query.has('token') ? withoutToken(query) : url.search
  return { target: `${url.origin}${path}${search}`, prefix }
}

function withoutToken(query: URLSearchParams): string {
  query.delete('token')
  return query.size === 0 ? '' : `?${query}`
}

function forwarded(request: Request, prefix: string): Headers {
  const { host, protocol } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.set('x-forwarded-host', host)
  headers.set('x-forwarded-proto', protocol.slice(0, -1))
  if (prefix !== '') headers.set('x-forwarded-prefix', prefix)
  return headers
}

function isNamespace(value: unknown): value is DurableObjectNamespace {
  return typeof value === 'object' && value !== null && 'idFromName' in value && 'newUniqueId' in value
}
