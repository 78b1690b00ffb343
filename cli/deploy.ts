import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { defineCommand } from 'citty'
import { CommandError } from './command-error.ts'
import { environmentNames, pythonSnippet } from './environment-names.ts'
import { packageRoot } from './package-root.ts'
import { type Progress, startProgress } from './progress.ts'
import { loadTools, type Tools } from './tools.ts'
import { createScratch, type Scratch } from './workerd-guard.ts'
import { isProject, requireLogin, runWrangler } from './wrangler.ts'

const HEALTH_TIMEOUT_MS = 60_000
const HEALTH_INTERVAL_MS = 1000

export default defineCommand({
  meta: { name: 'deploy', description: 'Deploy this project, or the bundled library, to Cloudflare' },
  args: {
    public: { type: 'boolean', default: false, description: 'Let everyone who knows the URL play, on your bill' },
    env: { type: 'string', valueHint: 'name', description: 'Environment of the wrangler configuration' },
    name: { type: 'string', valueHint: 'worker', description: 'Name of the worker; default: the configuration’s' },
    url: { type: 'string', description: 'Where it answers, if not on workers.dev' },
    'dry-run': { type: 'boolean', default: false, description: 'Build what would be uploaded, upload nothing' },
  },
  async run({ args }) {
    const isDryRun = args['dry-run']
    if (!(args.public || isDryRun)) throw new CommandError(OPEN, { exitCode: 2 })
    const tools = loadTools()
    const scratch = createScratch()
    const progress = startProgress()
    try {
      const project = isProject('.') ? process.cwd() : copyLibrary(scratch)
      if (!isDryRun) await requireLogin(tools, scratch, project)
      const words = ['deploy', ...flag('--env', args.env), ...flag('--name', args.name), ...(isDryRun ? ['--dry-run'] : [])]
      progress.say(isDryRun ? 'Building' : 'Uploading')
      const { url, size } = await upload(tools, scratch, project, words)
      if (isDryRun) return progress.end(`Built, not uploaded: ${size}.`)
      await announceDeployment(args.url ?? url, progress)
    } finally {
      progress.stop()
      scratch.remove()
    }
  },
})

const OPEN =
  'A deployment is open to everyone who knows its URL, and runs on your bill. If that is what you want, say --public. ' +
  'This version has no access tokens; Cloudflare Access can stand in front of it.'

function flag(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value]
}

/** The built library as a project of its own. wrangler writes beside what it deploys, so it gets a copy. */
function copyLibrary(scratch: Scratch): string {
  const project = join(scratch.path, 'library')
  cpSync(join(packageRoot, 'dist/worker'), project, { recursive: true })
  return project
}

async function upload(tools: Tools, scratch: Scratch, cwd: string, words: string[]): Promise<{ url: string | undefined; size: string }> {
  const { output, records } = await runWrangler(tools, scratch, { cwd, words })
  const targets = records.find(({ type }) => type === 'deploy')?.targets
  const url = Array.isArray(targets)
    ? targets.find((target): target is string => typeof target === 'string' && target.startsWith('http'))
    : undefined
  return { url, size: /Total Upload: (.*)/.exec(output)?.[1] ?? 'of unknown size' }
}

async function announceDeployment(url: string | undefined, progress: Progress): Promise<void> {
  if (url === undefined) return progress.end('Deployed, without a workers.dev address. Say where it answers with --url to have it checked.')
  progress.say(`Waiting for ${url}/health`)
  await waitForHealth(url)
  const names = await environmentNames(new URL(url))
  progress.end(`${url} — environments: ${names.join(', ')}${pythonSnippet(new URL(url), names)}`)
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
