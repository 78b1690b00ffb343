import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Where the platform puts the authority that vouches for hosts which it has opened (developers.cloudflare.com, containers, outbound traffic). */
const PLATFORM_AUTHORITY = '/etc/cloudflare/certs/cloudflare-containers-ca.crt'
const SYSTEM_AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'
/** The server's own folder: what runs for the session may read it, not write. */
const BUNDLE = '/run/box/authorities.crt'
/** OpenSSL and Python, curl, git, requests, pip, Node: each has a name of its own for it. */
const NAMES = ['SSL_CERT_FILE', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO', 'REQUESTS_CA_BUNDLE', 'PIP_CERT', 'NODE_EXTRA_CA_CERTS']

/** Makes programs trust the platform's authority, which a container gets with its first open host; nothing to add without one. */
export function certificateEnvironment(): Record<string, string> {
  if (!existsSync(PLATFORM_AUTHORITY)) return {}
  if (!existsSync(BUNDLE)) writeFileSync(BUNDLE, readFileSync(SYSTEM_AUTHORITIES, 'utf8') + readFileSync(PLATFORM_AUTHORITY, 'utf8'))
  return Object.fromEntries(NAMES.map((name) => [name, BUNDLE]))
}
