/** What stands before a server's own paths: in its client's URLs, and as the server itself was told it. */
interface Prefixes {
  readonly clientUrl: string
  readonly prefix: string
  readonly told: string
}

/** A redirect within a server that is passed through, as the client must follow it. */
export function behindPrefix(response: Response, serverUrl: string, { clientUrl, prefix, told }: Prefixes): Response {
  const location = response.headers.get('location')
  if (location === null) return response
  const target = new URL(location, serverUrl)
  const server = new URL(serverUrl)
  if (target.host !== server.host) return response
  const { protocol, host } = new URL(clientUrl)
  target.protocol = protocol
  target.host = host
  const path = target.pathname.startsWith(`${told}/`) ? target.pathname.slice(told.length) : target.pathname
  target.pathname = prefix + path
  const moved = new Response(response.body, response)
  moved.headers.set('location', target.href)
  return moved
}
