/** Where a client connects, read from what its user wrote. */
export interface Endpoint {
  /** The WebSocket URL, token included: never print it. */
  readonly url: string
  /** Scheme, host and port: what an error may name. */
  readonly origin: string
  /** The URL names a session (`/s/<key>`), so a lost socket can be resumed. */
  readonly isNamed: boolean
}

/** A key or an environment may itself be called `ws`: only a `/ws` that is a route is cut off. */
const ROUTE = /(?<!\/(?:s|envs))\/ws$/
const KEY = /\/s\/[^/]+$/
/** The first segment of OpenEnv's own part of the path; a proxy's prefix may come before it. */
const ROOT = /\/(?:envs|o|s)\/.*|$/

/**
 * Takes every form of `base_url` that stock clients take (http, https, ws, wss or no scheme, with or without a trailing slash), and
 * also the socket's own URL. The token goes into the path, because a WebSocket in a browser cannot set headers.
 */
export function readEndpoint(baseUrl: string | URL, options: { clientId: string; token?: string | undefined }): Endpoint {
  const text = String(baseUrl)
  const url = new URL(/^[a-z]+:\/\//i.test(text) ? text : `ws://${text}`)
  // Assigning `protocol` is safe: all four schemes are special ones (WHATWG URL, "protocol setter").
  url.protocol = url.protocol.replace(/^http/, 'ws')
  if (!/^wss?:$/.test(url.protocol)) throw new TypeError(`Not an http or ws URL: ${url.protocol}`)
  url.hash = ''
  let path = url.pathname.replace(/\/+$/, '').replace(ROUTE, '')
  const isNamed = KEY.test(path)
  if (options.token !== undefined) {
    const token = encodeURIComponent(options.token)
    path = path.replace(ROOT, (rest) => `/t/${token}${rest}`)
  }
  url.pathname = `${path}/ws`
  if (isNamed) url.searchParams.set('client', options.clientId)
  return { url: url.href, origin: `${url.protocol}//${url.host}`, isNamed }
}
