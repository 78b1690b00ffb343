import type { Durability } from '../core/internal.ts'

/** Which session a request is for, and how it is to be kept. The Worker says it, the object believes it. */
export interface SessionAddress {
  readonly environment: string
  /** Absent for a session that lives and ends with its socket. */
  readonly key: string | undefined
  /** What the client asked for; absent: the environment's, else the default. */
  readonly durability: Durability | undefined
  /** A client that names itself takes its own session back at once. */
  readonly client: string | undefined
  /** Whose session it is; undefined where the deployment has no tokens. */
  readonly subject?: string | undefined
  /** Its client's token is an agent's, which may not end what a trainer began. */
  readonly isAgent?: boolean | undefined
  /** Made by `openenv/session/create`: it belongs to no socket. */
  readonly isFree?: boolean
  /** How long it waits for a place, ms; absent: as the deployment says. */
  readonly waitMs?: number | undefined
  /** Its socket speaks bare JSON-RPC (`WS /mcp`). */
  readonly isRpc?: boolean
}

/** Keys of sessions that the Worker names by a cookie begin so. */
export const COOKIE_PREFIX = 'cookie.'

/** True where a session does not end with its socket. */
export function outlivesSocket({ key, isFree }: SessionAddress): boolean {
  return key !== undefined || isFree === true
}

const DURABILITIES: ReadonlySet<string> = new Set(['socket', 'checkpoint', 'step', 'none'] satisfies Durability[])

export function isDurability(text: string): text is Durability {
  return DURABILITIES.has(text)
}

/** The URL on which an object is asked: only the Worker can reach it. */
export function sessionUrl(route: string, { isFree, isRpc, isAgent, waitMs, ...named }: SessionAddress): string {
  const url = new URL(`https://session/${route}`)
  for (const [name, value] of Object.entries(named)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  if (waitMs !== undefined) url.searchParams.set('waitMs', String(waitMs))
  for (const [name, holds] of Object.entries({ isFree, isRpc, isAgent })) if (holds) url.searchParams.set(name, '')
  return url.href
}

/** Reads {@link sessionUrl} back. */
export function readSessionUrl(href: string): { route: string; address: SessionAddress } {
  const { pathname, searchParams } = new URL(href)
  const durability = searchParams.get('durability')
  const waitMs = searchParams.get('waitMs')
  return {
    route: pathname.slice(1),
    address: {
      environment: searchParams.get('environment') ?? '',
      key: searchParams.get('key') ?? undefined,
      durability: durability !== null && isDurability(durability) ? durability : undefined,
      client: searchParams.get('client') ?? undefined,
      subject: searchParams.get('subject') ?? undefined,
      ...(waitMs === null ? {} : { waitMs: Number(waitMs) }),
      isFree: searchParams.has('isFree'),
      isRpc: searchParams.has('isRpc'),
      isAgent: searchParams.has('isAgent'),
    },
  }
}
