import type { WorkerBindings } from './session-stub.ts'

type OriginBindings = Pick<WorkerBindings, 'OPENENV_ALLOWED_HOSTS' | 'OPENENV_ALLOWED_ORIGINS' | 'OPENENV_TOKENS'>

/**
 * True unless a web page of another origin sent the request: MCP servers must refuse those, or any page could use the one that runs on
 * its visitor's machine (MCP specification, Transports, Security Warning). `allowed` is a comma-separated list of origins, or `*`.
 */
export function isTrustedOrigin(request: Request, allowed: string | undefined): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) return true
  const listed = entriesOf(allowed)
  if (listed.includes('*') || listed.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const { host, hostname } = new URL(origin)
  const own = new URL(request.url)
  return host === own.host || (isLoopback(hostname) && isLoopback(own.hostname))
}

/**
 * Why a server that is for its own machine does not answer a request; undefined where it does. It has no tokens, so a page could play on it:
 * from another origin, or by a name of its own that it has had point here (DNS rebinding), which `Host` then tells.
 */
export function refusalOfPage(request: Request, bindings: OriginBindings): string | undefined {
  const { OPENENV_ALLOWED_HOSTS: hosts, OPENENV_ALLOWED_ORIGINS: origins, OPENENV_TOKENS: tokens } = bindings
  if (hosts === undefined || tokens !== undefined) return undefined
  const { hostname } = new URL(request.url)
  if (!isLoopback(hostname) && !isAddress(hostname) && !entriesOf(hosts).includes(hostname)) {
    return `This server is for its own machine, not for the host "${hostname}": list that in OPENENV_ALLOWED_HOSTS, or set OPENENV_TOKENS.`
  }
  if (isTrustedOrigin(request, origins)) return undefined
  return 'This server is for its own machine, not for pages of other origins: list theirs in OPENENV_ALLOWED_ORIGINS, or set OPENENV_TOKENS.'
}

/** Names that always are the machine itself (RFC 6761, section 6.3). */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/** An address is where it says: only a name can be made to point elsewhere. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
}

function entriesOf(list: string | undefined): string[] {
  return (list ?? '').split(',').map((entry) => entry.trim())
}
