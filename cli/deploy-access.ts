import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from './command-error.ts'
import type { Tools } from './tools.ts'
import type { Scratch } from './workerd-guard.ts'
import { runWrangler } from './wrangler.ts'

const SECRET = 'OPENENV_TOKENS'

/** Where wrangler runs, and for which worker. */
export interface Place {
  readonly tools: Tools
  readonly scratch: Scratch
  readonly cwd: string
  /** wrangler's flags that choose the worker. */
  readonly worker: readonly string[]
}

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
  const hasTokens = await isSecretSet(place)
  if (isPublic && hasTokens) {
    throw new CommandError(`This deployment has access tokens. To open it to everyone, first run: npx wrangler secret delete ${SECRET}`)
  }
  if (isPublic || hasTokens) return { isPublic, token: undefined, words: [] }
  const token = randomBytes(24).toString('hex')
  const file = join(place.scratch.path, 'secrets.json')
  writeFileSync(file, JSON.stringify({ [SECRET]: token }), { mode: 0o600 })
  return { isPublic, token, words: ['--secrets-file', file] }
}

/** False also for a worker that does not exist yet. */
async function isSecretSet({ tools, scratch, cwd, worker }: Place): Promise<boolean> {
  try {
    const { output } = await runWrangler(tools, scratch, { cwd, words: ['secret', 'list', ...worker] })
    return output.includes(`"${SECRET}"`)
  } catch (error) {
    if (error instanceof CommandError && /not found|does not exist/i.test(error.message)) return false
    throw error
  }
}

/** A project may serve a worker of its own, which asks nobody for a token. */
export async function requireClosed(url: string): Promise<void> {
  const { status } = await fetch(new URL('/schema', url))
  if (status === 401) return
  throw new CommandError(
    `Deployed, but ${url}/schema answers ${status} to a request without a token: everyone can use it. ` +
      'Serve it by createWorker, or say --public. To take it down: npx wrangler delete',
  )
}
