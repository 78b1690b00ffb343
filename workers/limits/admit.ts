import type { AnyEnvironment } from '../../core/index.ts'
import { logEvent } from '../../core/internal.ts'
import { opensSocket, quotaExceeded } from '../../durable-objects/index.ts'
import { tokenOf } from '../access/credentials.ts'
import { guard } from '../access/guard.ts'
import type { Address } from '../address.ts'
import type { WorkerBindings } from '../session-stub.ts'
import { checkLimits } from './check-limits.ts'

/**
 * Lets a request pass by its token and its token's limits, before any session is touched: returns its address with that token and
 * whose sessions it may reach. Throws `UNAUTHORIZED`, `FORBIDDEN` or `QUOTA_EXCEEDED`.
 */
export async function admit(
  bindings: WorkerBindings,
  environment: AnyEnvironment | undefined,
  address: Address,
  request: Request,
): Promise<Address> {
  const { OPENENV_TOKENS: tokens } = bindings
  const asked = { ...address, token: tokens === undefined ? undefined : tokenOf(request.headers, address.token) }
  const grant = await guard(tokens, asked)
  if (grant === undefined) return asked
  const known = { ...asked, subject: grant.subject, isAgent: grant.scope === 'agent' }
  if (bindings.OPENENV_LIMITS === undefined) return known
  const refusal = await checkLimits({ bindings, environment, address: known, isSocket: opensSocket(request, address.route) })
  if (refusal === undefined) return known
  logEvent('session_refused', { environment: environment?.name ?? null, code: 'QUOTA_EXCEEDED', limit: refusal.limit })
  throw quotaExceeded(refusal)
}
