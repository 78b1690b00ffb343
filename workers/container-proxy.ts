import type { AnyEnvironment } from '../core/index.ts'
import type { ContainerPlace } from '../core/internal.ts'
import { isUpgrade, type StockContainer, type StockPlan, withPlan } from '../durable-objects/index.ts'
import type { Address } from './address.ts'
import { forwardedHeaders, toldPrefix, withoutPrefix } from './prefix.ts'

/** An environment whose server runs in a container. */
export type ContainerEnvironment = AnyEnvironment & { readonly container: ContainerPlace }

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
  const isSocket = isUpgrade(request)
  const place = placeOf(address, name, container, isSocket)
  const url = new URL(request.url)
  const { path, prefix } = withoutPrefix(url, address)
  const { port, allow, env } = container
  const told = toldPrefix(prefix)
  const plan = { port, allow, env, prefix, told, endsWithSocket: place === undefined }
  const id = place === undefined ? await ownContainer(namespace, name, container, plan) : namespace.idFromName(place)
  const headers = withPlan(forwardedHeaders(request, address, told), plan)
  return namespace.get(id).fetch(new Request(url.origin + path, new Request(request, { headers, redirect: 'manual' })))
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

/** A container for one socket: one that waits for it already, where the environment keeps some. */
async function ownContainer(
  namespace: DurableObjectNamespace<StockContainer>,
  name: string,
  { warm, binding }: ContainerPlace,
  plan: StockPlan,
): Promise<DurableObjectId> {
  if (warm === 0) return namespace.newUniqueId()
  const pool = namespace.get(namespace.idFromName(`${name}/pool`))
  return namespace.idFromString(await pool.take(binding, warm, plan))
}

function isNamespace(value: unknown): value is DurableObjectNamespace<StockContainer> {
  return typeof value === 'object' && value !== null && 'idFromName' in value && 'newUniqueId' in value
}
