import { MIN_TOKEN_LENGTH } from './tokens.ts'

/**
 * The token that a request carries, in whatever way its client can: `Authorization: Bearer`, Basic userinfo (stock clients make it of
 * `https://user:token@host`; a token alone may stand for the user), `X-API-Key` (OpenReward's SDK), `/t/<token>` in the path, `?token=`.
 */
export function tokenOf(headers: Headers, fromAddress: string | undefined): string | undefined {
  const [kind = '', value = ''] = headers.get('authorization')?.split(' ', 2) ?? []
  if (kind.toLowerCase() === 'bearer' && value !== '') return value
  if (kind.toLowerCase() === 'basic') return basicToken(value) ?? fromAddress
  return headers.get('x-api-key') || fromAddress
}

/** A request's headers but those that hold its token, in whatever way: a server behind this one is not to have it. */
export function withoutToken(headers: Headers, token: string | undefined): Headers {
  if (token === undefined || token.length < MIN_TOKEN_LENGTH) return new Headers(headers)
  const texts = [token, encodeURIComponent(token)]
  const isHeld = ([name, value]: [string, string]) =>
    texts.some((text) => value.includes(text)) || (name === 'authorization' && tokenOf(new Headers([[name, value]]), undefined) === token)
  return new Headers([...headers].filter((header) => !isHeld(header)))
}

function basicToken(value: string): string | undefined {
  try {
    const [user = '', ...password] = atob(value).split(':')
    return password.join(':') || user || undefined
  } catch {
    // Not base64: no token.
    return undefined
  }
}
