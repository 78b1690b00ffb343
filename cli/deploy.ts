import { setTimeout } from 'node:timers/promises'
import { defineCommand } from 'citty'
import { CommandError } from './command-error.ts'
import { type Access, chooseAccess, mintAccess, requireClosed } from './deploy-access.ts'
import { deploymentArguments, inPlace, leaveContainersOut, type Place } from './deployment.ts'
import { announcement, environmentNames } from './environment-names.ts'
import { type Progress, startProgress } from './progress.ts'
import { requireLogin, runWrangler } from './wrangler.ts'

/** The platform's location hints. */
const REGIONS = ['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me']
const HEALTH_TIMEOUT_MS = 60_000
const HEALTH_INTERVAL_MS = 1000

export default defineCommand({
  meta: { name: 'deploy', description: 'Deploy this project, or the bundled library, to Cloudflare' },
  args: {
    public: { type: 'boolean', default: false, description: 'Without an access token: everyone plays, on your bill' },
    ...deploymentArguments,
    region: { type: 'string', valueHint: 'hint', description: `Where sessions start by default: ${REGIONS.join(', ')}` },
    try: { type: 'boolean', default: false, description: 'On a throw-away account of wrangler’s, without a login' },
    containers: {
      type: 'boolean',
      default: true,
      description: 'With the images of environments in containers: needs Docker',
      negativeDescription: 'Without images, which need Docker: environments in containers refuse to start',
    },
    url: { type: 'string', description: 'Where it answers, if not on workers.dev' },
    'dry-run': { type: 'boolean', default: false, description: 'Build what would be uploaded, upload nothing' },
  },
  async run({ args }) {
    const progress = startProgress()
    try {
      await inPlace(args, (place) => (args['dry-run'] ? rehearse(place, args, progress) : deploy(place, args, progress)))
    } finally {
      progress.stop()
    }
  },
})

interface DeployOptions {
  readonly public: boolean
  readonly containers: boolean
  readonly try: boolean
  readonly region?: string | undefined
  readonly url?: string | undefined
}

async function rehearse(place: Place, options: DeployOptions, progress: Progress): Promise<void> {
  progress.say('Building')
  // Images are built as well, which needs Docker, unless nothing of them is to be rolled out.
  const { size } = await upload(place, [...settings(place, options), '--dry-run', '--containers-rollout=none'])
  progress.end(`Built, not uploaded: ${size}.`)
}

async function deploy(place: Place, options: DeployOptions, progress: Progress): Promise<void> {
  const words = settings(place, options)
  progress.say('Looking at the account')
  if (options.try) words.push('--temporary')
  else await requireLogin(place.tools, place.scratch, place.cwd)
  const access = options.try ? mintAccess(place, options.public) : await chooseAccess(place, options.public)
  progress.say('Uploading')
  const { url, claimUrl } = await upload(place, [...words, ...access.words])
  progress.stop()
  // At once: whatever comes between, it is the only time.
  if (access.token !== undefined) console.log(`openenv-edge: its access token, shown only now: ${access.token}`)
  await announceDeployment(options.url ?? url, access, progress)
  if (claimUrl !== undefined) console.log(`openenv-edge: the account is a throw-away one; to keep it: ${claimUrl}`)
}

/** What wrangler is told beside who may use it. */
function settings({ cwd }: Place, { region, containers }: DeployOptions): string[] {
  if (region !== undefined && !REGIONS.includes(region)) {
    throw new CommandError(`No region "${region}". Known: ${REGIONS.join(', ')}.`, { exitCode: 2 })
  }
  if (!containers) leaveContainersOut(cwd)
  return region === undefined ? [] : ['--var', `OPENENV_REGION:${region}`]
}

interface Uploaded {
  readonly url: string | undefined
  readonly size: string
  /** Of a throw-away account. */
  readonly claimUrl: string | undefined
}

async function upload({ tools, scratch, cwd, worker }: Place, words: readonly string[]): Promise<Uploaded> {
  const { output, records } = await runWrangler(tools, scratch, { cwd, words: ['deploy', ...worker, ...words] })
  const targets = records.find(({ type }) => type === 'deploy')?.targets
  const url = Array.isArray(targets)
    ? targets.find((target): target is string => typeof target === 'string' && target.startsWith('http'))
    : undefined
  const size = /Total Upload: (.*)/.exec(output)?.[1] ?? 'of unknown size'
  return { url, size, claimUrl: /Claim URL: (\S+)/.exec(output)?.[1] }
}

async function announceDeployment(address: string | undefined, { token, isPublic }: Access, progress: Progress): Promise<void> {
  if (address === undefined) {
    progress.end('Deployed, without a workers.dev address. Say where it answers with --url to have it checked.')
  } else {
    progress.say(`Waiting for ${address}/health`)
    await waitForHealth(address)
    if (!isPublic) await requireClosed(address)
    const url = token === undefined ? new URL(address) : new URL(`/t/${token}`, address)
    progress.end(announcement(url, await environmentNames(url)))
  }
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
    `Deployed, but ${url}/health is not healthy after ${HEALTH_TIMEOUT_MS / 1000} s (${last}). Look with: openenv-edge logs`,
  )
}
