import { OpenEnvError } from '../../core/internal.ts'
import type { Address } from '../address.ts'
import { allows, DEEDS, permissionOf } from './permissions.ts'
import { findGrant, type Grant, readTokens } from './tokens.ts'

const HOW =
  'send it as "Authorization: Bearer <token>", in the URL as https://user:<token>@host/… or https://host/t/<token>/envs/…, or as ?token=<token>.'

/**
 * Lets a request pass, or throws `UNAUTHORIZED` or `FORBIDDEN`, before any object is touched. Returns what its token grants;
 * undefined where the deployment has no tokens: then everyone may do everything.
 */
export async function guard(tokens: string | undefined, { route, token }: Address): Promise<Grant | undefined> {
  const permission = permissionOf(route)
  if (tokens === undefined || permission === 'public') return undefined
  if (token === undefined) throw new OpenEnvError('UNAUTHORIZED', `This deployment needs a token: ${HOW}`)
  const grant = await findGrant(await readTokens(tokens), token)
  if (grant === undefined) throw new OpenEnvError('UNAUTHORIZED', `This token is not known here: it may be mistyped or revoked; ${HOW}`)
  if (allows(grant.scope, permission)) return grant
  throw new OpenEnvError(
    'FORBIDDEN',
    `A token of scope "${grant.scope}" may not ${DEEDS[permission]}: ask for one of scope "orchestrator".`,
  )
}
