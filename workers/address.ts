import type { Durability } from '../core/index.ts'
import { isDurability, readDuration } from '../durable-objects/index.ts'

/** Where a request goes: `[/t/<token>] [/envs/<name>] [/o/<option=value,…>] [/s/<key>] /<route>`. */
export interface Address {
  /** As it stands in the URL; undefined for the deployment's default environment. */
  readonly environment: string | undefined
  readonly key: string | undefined
  /** Of the URL; once the request is admitted, the one that let it in, wherever it stood. */
  readonly token: string | undefined
  /** Whose sessions the caller may reach; undefined where the deployment has no tokens. */
  readonly subject?: string | undefined
  /** Its token is an agent's. */
  readonly isAgent?: boolean | undefined
  readonly options: AddressOptions
  /** Of `?session_id=`: the session that a socket attaches to. */
  readonly sessionId: string | undefined
  /** A name in the query that says nothing here; an environment's own server may know it. */
  readonly unknownOption: string | undefined
  /** The rest of the path, without slashes around it. */
  readonly route: string
  /** The path ended in a slash. */
  readonly hasTrailingSlash: boolean
}

export interface AddressOptions {
  readonly durability?: Durability
  readonly region?: DurableObjectLocationHint
  readonly run?: string
  readonly client?: string
  /** How long a session waits for a place, ms. */
  readonly waitMs?: number
}

/** Thrown for an address that cannot be meant. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

/** What the option segment may say, and what the query may. */
const OPTIONS: ReadonlySet<string> = new Set(['durability', 'region', 'run', 'client', 'wait'])
const QUERY: ReadonlySet<string> = new Set([...OPTIONS, 'token', 'session_id'])

/** Location hints of the platform's. */
const REGIONS: ReadonlySet<string> = new Set(['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me'])

/** Where options mean something: a misspelt one must not be the default's. */
const PLAYED: ReadonlySet<string> = new Set(['ws', 'mcp', 'reset', 'step', 'state'])

const NAME = /^[A-Za-z0-9._~-]{1,128}$/

/** Such a part of a path names nothing: a URL leaves it out, with the part before it, and another session would be played. */
const DOT_SEGMENT = /\/(\.|%2e){1,2}(?=[/?#]|$)/i

/**
 * Reads an address as it was sent. Also takes the forms that stock clients make of a base URL: a query is glued in front of the route
 * (`?token=x/ws`), and a base URL that ends in `/ws` asks for `/ws/ws`.
 */
export function readAddress(href: string): Address {
  if (DOT_SEGMENT.test(href.split('?')[0] ?? ''))
    throw new AddressError('"." and ".." are no parts of this path: name a session otherwise.')
  const { pathname, query } = unmangle(new URL(href))
  const parts = pathname.split('/').filter((part) => part !== '')
  const { t: token, envs: environment, o: options, s: key } = takeMarked(parts)
  if (key !== undefined && !NAME.test(key)) throw new AddressError(`A session key is 1 to 128 of A-Z a-z 0-9 . _ ~ -, not "${key}".`)
  if (parts.length === 2 && parts[0] === 'ws') parts.pop()
  return {
    environment,
    key,
    token: token ?? query.get('token') ?? undefined,
    options: readOptions([...query, ...splitOptions(options)]),
    unknownOption: [...query.keys()].find((name) => !QUERY.has(name)),
    sessionId: query.get('session_id') || undefined,
    route: parts.join('/'),
    hasTrailingSlash: pathname.endsWith('/') && parts.length > 0,
  }
}

/** Throws an {@link AddressError} for an option of a misspelt name, on the routes that have options. */
export function refuseUnknownOption({ unknownOption, route }: Address): void {
  if (unknownOption === undefined || !PLAYED.has(route)) return
  throw new AddressError(`Unknown option "${unknownOption}" in the query. Known: ${[...QUERY].join(', ')}.`)
}

function unmangle({ pathname, search }: URL): { pathname: string; query: URLSearchParams } {
  const glued = /^(.*[^/])((?:\/[a-z_.]+)+)$/.exec(search)
  if (glued === null || !search.includes('=')) return { pathname, query: new URLSearchParams(search) }
  return { pathname: `${pathname.replace(/\/+$/, '')}${glued[2]}`, query: new URLSearchParams(glued[1]) }
}

type Marker = 't' | 'envs' | 'o' | 's'

const MARKERS: ReadonlySet<string> = new Set(['t', 'envs', 'o', 's'] satisfies Marker[])

/** Removes each `/<marker>/<value>` from the front of the path, in whatever order they come. */
function takeMarked(parts: string[]): Partial<Record<Marker, string>> {
  const taken: Partial<Record<Marker, string>> = {}
  while (parts.length > 1 && MARKERS.has(parts[0] ?? '') && taken[parts[0] as Marker] === undefined) {
    const [marker, value] = parts.splice(0, 2) as [Marker, string]
    taken[marker] = decode(value)
  }
  return taken
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    // Not shown: it may be a token.
    throw new AddressError('A part of this URL is not valid: write % as %25.')
  }
}

export function isRegion(text: string): text is DurableObjectLocationHint {
  return REGIONS.has(text)
}

function splitOptions(text: string | undefined): [string, string][] {
  if (text === undefined) return []
  return text.split(',').map((option) => {
    const [name = '', ...value] = option.split('=')
    if (!OPTIONS.has(name)) throw new AddressError(`Unknown option "${name}". Known: ${[...OPTIONS].join(', ')}.`)
    return [name, value.join('=')]
  })
}

function readOptions(entries: [string, string][]): AddressOptions {
  const given = Object.fromEntries(entries)
  const { durability, region, run, client, wait } = given
  if (durability !== undefined && !isDurability(durability)) {
    throw new AddressError(`Unknown durability "${durability}". Known: socket, checkpoint, step, none.`)
  }
  if (region !== undefined && !isRegion(region)) throw new AddressError(`Unknown region "${region}". Known: ${[...REGIONS].join(', ')}.`)
  if (client !== undefined && !NAME.test(client)) {
    throw new AddressError(`A client's name is 1 to 128 of A-Z a-z 0-9 . _ ~ -, not "${client}".`)
  }
  const waitMs = wait === undefined ? undefined : readDuration(wait)
  if (wait !== undefined && waitMs === undefined) throw new AddressError(`Unknown time "${wait}" to wait: write one such as 50s or 2m.`)
  return {
    ...(durability === undefined ? {} : { durability }),
    ...(region === undefined ? {} : { region }),
    ...(run === undefined ? {} : { run }),
    ...(client === undefined ? {} : { client }),
    ...(waitMs === undefined ? {} : { waitMs }),
  }
}
