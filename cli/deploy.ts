import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { defineCommand } from 'citty'
import { CommandError } from './command-error.ts'
import { type Access, chooseAccess, type Place, requireClosed } from './deploy-access.ts'
import { environmentNames, pythonSnippet } from './environment-names.ts'
import { packageRoot } from './package-root.ts'
import { type Progress, startProgress } from './progress.ts'
import { loadTools } from './tools.ts'
import { createScratch, type Scratch } from './workerd-guard.ts'
import { isProject, requireLogin, runWrangler } from './wrangler.ts'

const HEALTH_TIMEOUT_MS = 60_000
const HEALTH_INTERVAL_MS = 1000

export default defineCommand({
  meta: { name: 'deploy', description: 'Deploy this project, or the bundled library, to Cloudflare' },
  args: {
    public: { type: 'boolean', default: false, description: 'Without an access token: everyone plays, on your bill' },
    env: { type: 'string', valueHint: 'name', description: 'Environment of the wrangler configuration' },
    name: { type: 'string', valueHint: 'worker', description: 'Name of the worker; default: the configuration’s' },
    url: { type: 'string', description: 'Where it answers, if not on workers.dev' },
    'dry-run': { type: 'boolean', default: false, description: 'Build what would be uploaded, upload nothing' },
  },
  async run({ args }) {
    const isDryRun = args['dry-run']
    const tools = loadTools()
    const scratch = createScratch()
    const progress = startProgress()
    try {
      const cwd = isProject('.') ? process.cwd() : copyLibrary(scratch)
      const worker = [...flag('--env', args.env), ...flag('--name', args.name)]
      const place = { tools, scratch, cwd, worker }
      progress.say(isDryRun ? 'Building' : 'Looking at the account')
      if (isDryRun) return progress.end(`Built, not uploaded: ${(await upload(place, ['--dry-run'])).size}.`)
      await requireLogin(tools, scratch, cwd)
      const access = await chooseAccess(place, args.public)
      progress.say('Uploading')
      const { url } = await upload(place, access.words)
      await announceDeployment(args.url ?? url, access, progress)
    } finally {
      progress.stop()
      scratch.remove()
    }
  },
})

function flag(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value]
}

/** The built library as a project of its own. wrangler writes beside what it deploys, so it gets a copy. */
function copyLibrary(scratch: Scratch): string {
  const project = join(scratch.path, 'library')
  cpSync(join(packageRoot, 'dist/worker'), project, { recursive: true })
  return project
}

async function upload(
  { tools, scratch, cwd, worker }: Place,
  words: readonly string[],
): Promise<{ url: string | undefined; size: string }> {
  const { output, records } = await runWrangler(tools, scratch, { cwd, words: ['deploy', ...worker, ...words] })
  const targets = records.find(({ type }) => type === 'deploy')?.targets
  const url = Array.isArray(targets)
    ? targets.find((target): target is string => typeof target === 'string' && target.startsWith('http'))
    : undefined
  return { url, size: /Total Upload: (.*)/.exec(output)?.[1] ?? 'of unknown size' }
}

async function announceDeployment(address: string | undefined, { token, isPublic }: Access, progress: Progress): Promise<void> {
  if (address === undefined) {
    progress.end('Deployed, without a workers.dev address. Say where it answers with --url to have it checked.')
  } else {
    progress.say(`Waiting for ${address}/health`)
    await waitForHealth(address)
    if (!isPublic) await requireClosed(address)
    const url = new URL(address)
    const names = await environmentNames(url, token)
    const known = names.length === 0 ? '' : ` — environments: ${names.join(', ')}`
    progress.end(`${url.origin}${known}${pythonSnippet(token === undefined ? url : new URL(`/t/${token}`, url), names)}`)
  }
  if (token !== undefined) console.log(`openenv-edge: its access token, shown only now: ${token}`)
}

/** A new address may take a while to be known everywhere. */
async function waitForHealth(url: string): Promise<void> {
  const deadline = Date.now() + HEALTH_TIMEOUT_MS
  let last = ''
  while (Date.now() < deadline) {
    try {
      const response = await fetch(new URL('/health', url))
      if (response.ok) return
      last = `it answers ${response.status}`
    } catch (error) {
      last = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    }
    await setTimeout(HEALTH_INTERVAL_MS)
  }
  throw new CommandError(
    `Deployed, but ${url}/health is not healthy after ${HEALTH_TIMEOUT_MS / 1000} s (${last}). Look with: npx wrangler tail`,
  )
}
