/** What a token may do: `orchestrator` everything, `agent` tools only, `observer` looking only. */
export type Scope = 'orchestrator' | 'agent' | 'observer'

/** A token of the deployment. Sessions belong to its subject: tokens of one subject share them, no other can reach them. */
export interface Grant {
  readonly subject: string
  readonly scope: Scope
  readonly digest: Uint8Array
}

const SCOPES: ReadonlySet<string> = new Set(['orchestrator', 'agent', 'observer'] satisfies Scope[])
export const MIN_TOKEN_LENGTH = 16

/** Thrown when `OPENENV_TOKENS` cannot be read. Its message never holds a token. */
class TokensError extends Error {
  override readonly name = 'TokensError'
}

const parsed = new Map<string, Promise<readonly Grant[]>>()

/**
 * Reads `OPENENV_TOKENS`: entries apart by spaces, newlines or commas, each `<token>` or `<subject>:<scope>:<token>`. A bare token is an
 * orchestrator's, and its subject is made of its digest. Rejects with a {@link TokensError}.
 */
export function readTokens(text: string): Promise<readonly Grant[]> {
  const known = parsed.get(text)
  if (known !== undefined) return known
  const entries = text.split(/[\s,]+/).filter(Boolean)
  const grants = Promise.all(entries.map(readEntry)).then(refuseRepeated)
  parsed.clear()
  parsed.set(text, grants)
  return grants
}

async function readEntry(entry: string, index: number): Promise<Grant> {
  const [subject, scope, ...rest] = entry.includes(':') ? entry.split(':') : [undefined, 'orchestrator', entry]
  const token = rest.join(':')
  const place = `Entry ${index + 1} of OPENENV_TOKENS`
  if (scope === undefined || !SCOPES.has(scope))
    throw new TokensError(`${place} names no scope: write <subject>:orchestrator|agent|observer:<token>.`)
  if (token.length < MIN_TOKEN_LENGTH) throw new TokensError(`${place} has a token shorter than ${MIN_TOKEN_LENGTH} characters.`)
  const digest = await digestOf(token)
  return { subject: subject ?? toHex(digest).slice(0, 16), scope: scope as Scope, digest }
}

/** A token of two subjects or scopes would be whichever comes last. */
function refuseRepeated(grants: readonly Grant[]): readonly Grant[] {
  const entries = new Map<string, number>()
  for (const [index, grant] of grants.entries()) {
    const token = toHex(grant.digest)
    const first = entries.get(token)
    if (first !== undefined) throw new TokensError(`Entries ${first} and ${index + 1} of OPENENV_TOKENS are one token: keep one of them.`)
    entries.set(token, index + 1)
  }
  return grants
}

/** The grant of a token, or undefined. Takes as long whichever token it is. */
export async function findGrant(grants: readonly Grant[], token: string): Promise<Grant | undefined> {
  const digest = await digestOf(token)
  let found: Grant | undefined
  for (const grant of grants) if (isEqual(grant.digest, digest)) found = grant
  return found
}

async function digestOf(token: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
}

/** Compares two digests without a branch on their bytes. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return difference === 0
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
