import { withoutToken } from './access/credentials.ts'
import type { Address } from './address.ts'
import { otherCookies } from './cookie.ts'

/** A request without what names the environment: the server's own path with its query, and what stood before it in the client's URL. */
export function withoutPrefix(url: URL, { route, hasTrailingSlash }: Address): { path: string; prefix: string } {
  const path = `/${route}${hasTrailingSlash ? '/' : ''}`
  const prefix = url.pathname.endsWith(path) ? url.pathname.slice(0, -path.length) : url.pathname.replace(/\/+$/, '')
  const query = new URLSearchParams(url.search)
  return { path: `${path}${query.has('token') ? withoutTokenOption(query) : url.search}`, prefix }
}

function withoutTokenOption(query: URLSearchParams): string {
  query.delete('token')
  return query.size === 0 ? '' : `?${query}`
}

/** What a server may know of the prefix: not the token in it. */
export function toldPrefix(prefix: string): string {
  const parts = prefix.split('/').filter((part) => part !== '')
  const kept = parts.filter((_, index) => parts[index - (index % 2)] !== 't')
  return kept.map((part) => `/${part}`).join('')
}

/** The client's headers, and where it asked. What it showed to be let in here stays here. */
export function forwardedHeaders(request: Request, { token }: Address, told: string): Headers {
  const { host, protocol } = new URL(request.url)
  const headers = withoutToken(request.headers, token)
  const cookies = otherCookies(headers)
  if (cookies === '') headers.delete('cookie')
  else headers.set('cookie', cookies)
  headers.set('x-forwarded-host', host)
  headers.set('x-forwarded-proto', protocol.slice(0, -1))
  if (told !== '') headers.set('x-forwarded-prefix', told)
  return headers
}
