/** Where a session takes sockets. What another route is asked for stays HTTP: who may read `state` may not play through it. */
const SOCKET_ROUTES: ReadonlySet<string> = new Set(['ws', 'mcp'])

/** True for a request that wants a WebSocket. */
export function isUpgrade(request: Request): boolean {
  return request.headers.get('upgrade')?.toLowerCase() === 'websocket'
}

/** True for a request that a session answers with a socket. */
export function opensSocket(request: Request, route: string): boolean {
  return SOCKET_ROUTES.has(route) && isUpgrade(request)
}
