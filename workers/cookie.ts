import type { AnyEnvironment } from '../core/index.ts'
import type { PlayRoute } from '../core/internal.ts'
import { COOKIE_PREFIX } from '../durable-objects/index.ts'
import type { Address } from './address.ts'
import { askSession, type WorkerBindings } from './session-stub.ts'

const COOKIE = 'openenv_session'
const VALUE = /^[0-9a-f-]{36}$/

/**
 * Plays over HTTP in the session of the client's cookie. A reset without one begins a session and gives its cookie: a client that keeps
 * cookies, as openenv 0.1 does, plays on in it, and another never comes back. Undefined for what has no session.
 */
export async function playByCookie(
  bindings: WorkerBindings,
  environment: AnyEnvironment,
  address: Address,
  request: Request,
): Promise<Response | undefined> {
  const known = cookieOf(request)
  if (known !== undefined) return askSession(bindings, environment, { ...address, key: COOKIE_PREFIX + known }, request)
  if (address.route !== ('reset' satisfies PlayRoute)) return undefined
  const value = crypto.randomUUID()
  const answer = await askSession(bindings, environment, { ...address, key: COOKIE_PREFIX + value }, request, 'first')
  if (!answer.ok) return answer
  // Another environment's session of the same name is another session: one cookie serves them all.
  const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : ''
  const header = `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}`
  return new Response(answer.body, { status: answer.status, headers: [...answer.headers, ['set-cookie', header]] })
}

function cookieOf({ headers }: Request): string | undefined {
  const value = cookiesOf(headers)
    .find((cookie) => cookie.startsWith(`${COOKIE}=`))
    ?.split('=')[1]
  return value !== undefined && VALUE.test(value) ? value : undefined
}

/** The cookies of a client that are not ours, as its header says them. */
export function otherCookies(headers: Headers): string {
  return cookiesOf(headers)
    .filter((cookie) => !cookie.startsWith(`${COOKIE}=`))
    .join('; ')
}

function cookiesOf(headers: Headers): string[] {
  return (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim())
}
