import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from './command-error.ts'
import { listSecrets, type Place } from './deployment.ts'

const SECRET = 'OPENENV_TOKENS'

/** Who may use a deployment. */
export interface Access {
  readonly isPublic: boolean
  /** Minted now; undefined where there is none, or one from before. */
  readonly token: string | undefined
  /** What wrangler is told. */
  readonly words: readonly string[]
}

/** A deployment is closed unless it was said to be public: a token is minted with the first, and kept by the next ones. */
export async function chooseAccess(place: Place, isPublic: boolean): Promise<Access> {
  const hasTokens = (await listSecrets(place))?.includes(SECRET) === true
  if (isPublic && hasTokens) {
    throw new CommandError(`This deployment has access tokens. To open it to everyone, first run: openenv-edge secrets delete ${SECRET}`)
  }
  return hasTokens ? { isPublic, token: undefined, words: [] } : mintAccess(place, isPublic)
}

/** Of a worker that is known to have no token yet. */
export function mintAccess({ scratch }: Place, isPublic: boolean): Access {
  if (isPublic) return { isPublic, token: undefined, words: [] }
  const token = randomBytes(24).toString('hex')
  const file = join(scratch.path, 'secrets.json')
  writeFileSync(file, JSON.stringify({ [SECRET]: token }), { mode: 0o600 })
  return { isPublic, token, words: ['--secrets-file', file] }
}

/** A project may serve a worker of its own, which asks nobody for a token. */
export async function requireClosed(url: string): Promise<void> {
  const { status } = await fetch(new URL('/schema', url))
  if (status === 401) return
  throw new CommandError(
    `Deployed, but ${url}/schema answers ${status} to a request without a token: everyone can use it. ` +
      'Serve it by createWorker, or say --public. To take it down: openenv-edge delete',
  )
}
