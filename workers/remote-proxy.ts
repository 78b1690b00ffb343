import type { AnyEnvironment } from '../core/index.ts'
import { OpenEnvError, type RemotePlace } from '../core/internal.ts'
import { behindPrefix, isUpgrade, refuseSocket } from '../durable-objects/index.ts'
import type { Address } from './address.ts'
import { forwardedHeaders, toldPrefix, withoutPrefix } from './prefix.ts'

export type RemoteEnvironment = AnyEnvironment & { readonly remote: RemotePlace }

/** Passes a request on to a server somewhere else, sockets too. It has no sessions by name: a key is refused, not ignored. */
export async function forwardToRemote(
  bindings: object,
  { name, remote }: RemoteEnvironment,
  address: Address,
  request: Request,
): Promise<Response> {
  const isSocket = isUpgrade(request)
  if (address.key !== undefined) return refuse(isSocket, 400, `"${name}" runs on a server that knows no session keys: connect without /s/.`)
  const { path, prefix } = withoutPrefix(new URL(request.url), address)
  const told = toldPrefix(prefix)
  const target = `${remote.url.replace(/\/+$/, '')}${path}`
  try {
    const { method, body } = request
    const response = await fetch(target, {
      method,
      body,
      headers: headersFor(bindings, remote, forwardedHeaders(request, address, told)),
      redirect: 'manual',
    })
    return behindPrefix(response, target, { clientUrl: request.url, prefix, told })
  } catch (error) {
    console.warn(JSON.stringify({ event: 'remote_unreachable', environment: name, reason: String(error) }))
    return refuse(isSocket, 502, `The server of "${name}" cannot be reached.`)
  }
}

function headersFor(bindings: object, { secret }: RemotePlace, forwarded: Headers): Headers {
  const headers = new Headers(forwarded)
  for (const name of ['authorization', 'cookie', 'host']) headers.delete(name)
  if (secret === undefined) return headers
  const value: unknown = Reflect.get(bindings, secret)
  if (typeof value !== 'string') throw new Error(`The secret "${secret}" is not set.`)
  headers.set('authorization', `Bearer ${value}`)
  return headers
}

function refuse(isSocket: boolean, status: number, detail: string): Response {
  if (isSocket) return refuseSocket(new OpenEnvError('FACTORY_ERROR', detail))
  return Response.json({ detail, code: 'FACTORY_ERROR' }, { status })
}
