/** A redirect within a server that is passed through, as the client must follow it: `prefix` stands before the server's own paths. */
export function behindPrefix(
  response: Response,
  serverUrl: string,
  { clientUrl, prefix }: { clientUrl: string; prefix: string },
): Response {
  const location = response.headers.get('location')
  if (location === null) return response
  const target = new URL(location, serverUrl)
  const server = new URL(serverUrl)
  const isOwn = target.host === server.host && !target.pathname.startsWith(`${prefix}/`)
  if (!isOwn) return response
  const { protocol, host } = new URL(clientUrl)
  target.protocol = protocol
  target.host = host
  target.pathname = prefix + target.pathname
  const moved = new Response(response.body, response)
  moved.headers.set('location', target.href)
  return moved
}
