const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * True unless a web page of another origin sent the request: MCP servers must refuse those, or any page could use the one that runs on
 * its visitor's machine (MCP specification, Transports, Security Warning). `allowed` is a comma-separated list of origins, or `*`.
 */
export function isTrustedOrigin(request: Request, allowed: string | undefined): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) return true
  const listed = (allowed ?? '').split(',').map((entry) => entry.trim())
  if (listed.includes('*') || listed.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const { host, hostname } = new URL(origin)
  const own = new URL(request.url)
  return host === own.host || (LOOPBACK.has(hostname) && LOOPBACK.has(own.hostname))
}
