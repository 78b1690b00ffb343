import type { Address } from './address.ts'

/** A request without what names the environment: the server's own path with its query, and what stood before it in the client's URL. */
export function withoutPrefix(url: URL, { route, hasTrailingSlash }: Address): { path: string; prefix: string } {
  const path = `/${route}${hasTrailingSlash ? '/' : ''}`
  const prefix = url.pathname.endsWith(path) ? url.pathname.slice(0, -path.length) : url.pathname.replace(/\/+$/, '')
  const query = new URLSearchParams(url.search)
  return { path: `${path}${query.has('token') ? withoutToken(query) : url.search}`, prefix }
}

function withoutToken(query: URLSearchParams): string {
  query.delete('token')
  return query.size === 0 ? '' : `?${query}`
}

/** The client's headers, and where it asked. */
export function forwardedHeaders(request: Request, prefix: string): Headers {
  const { host, protocol } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.set('x-forwarded-host', host)
  headers.set('x-forwarded-proto', protocol.slice(0, -1))
  if (prefix !== '') headers.set('x-forwarded-prefix', prefix)
  return headers
}
