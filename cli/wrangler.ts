import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './child.ts'
import { CommandError } from './command-error.ts'
import type { Tools } from './tools.ts'
import type { Scratch } from './workerd-guard.ts'

/** Its output is read here, not seen by a person: no colours, no banner. */
const QUIET = { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', FORCE_COLOR: '0', NO_COLOR: '1' }
const CONFIGURATIONS = ['wrangler.toml', 'wrangler.jsonc', 'wrangler.json']

/** True where wrangler would find a project of its own. */
export function isProject(folder: string): boolean {
  return CONFIGURATIONS.some((name) => existsSync(join(folder, name)))
}

export interface WranglerRun {
  readonly cwd: string
  readonly words: readonly string[]
  /** What it reads from standard input. */
  readonly input?: string
  /** Sees its output as it comes. */
  readonly onOutput?: (text: string) => void
}

/** Runs wrangler to its end; what it says goes into the error when it fails. */
export async function runWrangler(
  { wrangler }: Tools,
  scratch: Scratch,
  { cwd, words, input, onOutput }: WranglerRun,
): Promise<{ output: string; records: Record<string, unknown>[] }> {
  const file = join(scratch.path, `wrangler-${words[0]}.ndjson`)
  const env = { ...QUIET, WRANGLER_OUTPUT_FILE_PATH: file }
  const { code, output } = await runChild(process.execPath, [wrangler, ...words], { cwd, env, input, onOutput })
  if (code !== 0) throw wranglerError(words, output)
  return { output, records: existsSync(file) ? readRecords(file) : [] }
}

/** What undici and Node say when no server was reached. */
const NO_NETWORK = /fetch failed|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|Network connection/

/** wrangler's words when it cannot run `docker`. */
const NO_DOCKER = /Docker CLI [\w ]*could not be launched|docker daemon|Docker is not running/i

/** esbuild's words, through wrangler, in a project without its packages. */
const NOT_INSTALLED = /Could not resolve \\?"openenv-edge/

function wranglerError(words: readonly string[], output: string): CommandError {
  const said = output.replace(/^.*Logs were written to.*$/gm, '').trim()
  if (NO_NETWORK.test(said)) {
    const host = process.env.CLOUDFLARE_API_BASE_URL ?? 'https://api.cloudflare.com'
    return new CommandError(`Cloudflare’s API at ${host} does not answer. Look at this machine’s network and proxy, then try again.`)
  }
  if (NOT_INSTALLED.test(said)) return new CommandError('This project’s packages are not installed. Run: npm install')
  if (NO_DOCKER.test(said)) {
    return new CommandError(
      'Images of containers are built by Docker, which does not answer. Start it, or leave them out: --no-containers for the bundled library, no [[containers]] in a project’s wrangler configuration.',
    )
  }
  return new CommandError(`wrangler ${words[0]} failed:\n${said}`)
}

/** Runs wrangler with its output on this process's, until it ends or a signal ends both. */
export async function followWrangler({ wrangler }: Tools, cwd: string, words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [wrangler, ...words], {
    cwd,
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' },
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isStopped = true
      child.kill('SIGINT')
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0 && !isStopped) throw wranglerError(words, errors)
}

/** wrangler's machine-readable account of itself: one JSON object a line. */
function readRecords(file: string): Record<string, unknown>[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** Refuses to go on without an account: a token in the environment, or wrangler's login. */
export async function requireLogin(tools: Tools, scratch: Scratch, cwd: string): Promise<void> {
  if (process.env.CLOUDFLARE_API_TOKEN) return
  const { output } = await runWrangler(tools, scratch, { cwd, words: ['whoami'] })
  if (!/not authenticated/i.test(output)) return
  throw new CommandError(
    'Not logged in to Cloudflare. Run: npx wrangler login. Without a browser, set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.',
  )
}
