import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from './command-error.ts'
import type { Tools } from './tools.ts'
import type { Scratch } from './workerd-guard.ts'

const CONFIGURATIONS = ['wrangler.toml', 'wrangler.jsonc', 'wrangler.json']

/** True where wrangler would find a project of its own. */
export function isProject(folder: string): boolean {
  return CONFIGURATIONS.some((name) => existsSync(join(folder, name)))
}

export interface WranglerRun {
  readonly cwd: string
  readonly words: readonly string[]
  /** Sees its output as it comes. */
  readonly onOutput?: (text: string) => void
}

/** Runs wrangler to its end; what it says goes into the error when it fails. */
export async function runWrangler(
  { wrangler }: Tools,
  scratch: Scratch,
  { cwd, words, onOutput }: WranglerRun,
): Promise<{ output: string; records: Record<string, unknown>[] }> {
  const file = join(scratch.path, `wrangler-${words[0]}.ndjson`)
  const child = spawn(process.execPath, [wrangler, ...words], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, WRANGLER_OUTPUT_FILE_PATH: file, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      onOutput?.(text)
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new CommandError(`wrangler ${words[0]} failed:\n${output.trim()}`)
  return { output, records: existsSync(file) ? readRecords(file) : [] }
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
