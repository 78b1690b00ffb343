import type { Durability } from '../core/index.ts'
import { isDurability } from '../durable-objects/index.ts'

/** Where a request goes: `[/t/<token>] [/envs/<name>] [/o/<option=value,…>] [/s/<key>] /<route>` (API.md, URLs). */
export interface Address {
  /** As it stands in the URL; undefined for the deployment's default environment. */
  readonly environment: string | undefined
  readonly key: string | undefined
  readonly token: string | undefined
  readonly options: AddressOptions
  /** The rest of the path, without slashes around it. */
  readonly route: string
  /** The path ended in a slash. */
  readonly hasTrailingSlash: boolean
}

export interface AddressOptions {
  readonly durability?: Durability
  readonly region?: string
  readonly run?: string
  readonly client?: string
}

/** Thrown for an address that cannot be meant. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

const KEY = /^[A-Za-z0-9._~-]{1,128}$/

/**
 * Reads an address. Also takes the forms that stock clients make of a base URL: a query is glued in front of the route
 * (`?token=x/ws`), and a base URL that ends in `/ws` asks for `/ws/ws`.
 */
export function readAddress(url: URL): Address {
  const { pathname, query } = unmangle(url)
  const parts = pathname.split('/').filter((part) => part !== '')
  const token = take(parts, 't')
  const environment = take(parts, 'envs')
  const options = take(parts, 'o')
  const key = take(parts, 's')
  if (key !== undefined && !KEY.test(key)) throw new AddressError(`A session key is 1 to 128 of A-Z a-z 0-9 . _ ~ -, not "${key}".`)
  if (parts.length === 2 && parts[0] === 'ws') parts.pop()
  return {
    environment,
    key,
    token: token ?? query.get('token') ?? undefined,
    options: readOptions([...query, ...splitOptions(options)]),
    route: parts.join('/'),
    hasTrailingSlash: pathname.endsWith('/') && parts.length > 0,
  }
}

function unmangle({ pathname, search }: URL): { pathname: string; query: URLSearchParams } {
  const glued = /^(.*[^/])((?:\/[a-z]+)+)$/.exec(search)
  if (glued === null || !search.includes('=')) return { pathname, query: new URLSearchParams(search) }
  return { pathname: `${pathname.replace(/\/+$/, '')}${glued[2]}`, query: new URLSearchParams(glued[1]) }
}

/** Removes `/<marker>/<value>` from the front of the path and returns the value. */
function take(parts: string[], marker: string): string | undefined {
  if (parts[0] !== marker || parts.length < 2) return undefined
  parts.shift()
  const value = parts.shift() ?? ''
  try {
    return decodeURIComponent(value)
  } catch {
    throw new AddressError(`"${value}" is not a valid part of a URL.`)
  }
}

function splitOptions(text: string | undefined): [string, string][] {
  if (text === undefined) return []
  return text.split(',').map((option) => {
    const [name = '', ...value] = option.split('=')
    return [name, value.join('=')]
  })
}

function readOptions(entries: [string, string][]): AddressOptions {
  const given = Object.fromEntries(entries)
  const { durability, region, run, client } = given
  if (durability !== undefined && !isDurability(durability)) {
    throw new AddressError(`Unknown durability "${durability}". Known: socket, checkpoint, step, none.`)
  }
  return {
    ...(durability === undefined ? {} : { durability }),
    ...(region === undefined ? {} : { region }),
    ...(run === undefined ? {} : { run }),
    ...(client === undefined ? {} : { client }),
  }
}
