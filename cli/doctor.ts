import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { defineCommand } from 'citty'
import { CommandError } from './command-error.ts'
import { buildxVersion, INSTALL_BUILDX } from './containers/buildx.ts'
import { startProgress } from './progress.ts'
import { loadTools } from './tools.ts'
import { createScratch } from './workerd-guard.ts'
import { requireLogin } from './wrangler.ts'

export default defineCommand({
  meta: { name: 'doctor', description: 'Look at this machine: what is missing, for what, and the command that mends it' },
  args: { json: { type: 'boolean', default: false, description: 'Print the findings as JSON' } },
  async run({ args }) {
    const progress = startProgress()
    progress.say('Looking at this machine')
    const found: Finding[] = [checkNode(), checkTools(), ...checkDocker(), await checkPort(8000), await checkLogin()]
    progress.stop()
    console.log(args.json ? JSON.stringify(found) : found.map(toLine).join('\n'))
    process.exitCode = found.some(({ isFine, neededFor }) => !isFine && neededFor === 'everything') ? 1 : 0
  },
})

interface Finding {
  readonly name: string
  readonly isFine: boolean
  /** What does not work without it. */
  readonly neededFor: string
  /** What was seen. */
  readonly seen: string
  /** What to do; absent when it is fine. */
  readonly remedy?: string
}

function toLine({ name, isFine, neededFor, seen, remedy }: Finding): string {
  return `${isFine ? 'ok     ' : 'missing'}  ${name.padEnd(10)}  ${seen}${remedy === undefined ? '' : `\n         needed for ${neededFor}: ${remedy}`}`
}

/** bin.ts has already refused an older one. */
function checkNode(): Finding {
  return { name: 'Node', isFine: true, neededFor: 'everything', seen: process.versions.node }
}

function checkTools(): Finding {
  const about = { name: 'wrangler', neededFor: 'everything' }
  try {
    const { workerd } = loadTools()
    const { status, stdout, stderr } = spawnSync(workerd, ['--version'], { encoding: 'utf8' })
    if (status === 0) return { ...about, isFine: true, seen: `with ${stdout.trim()}` }
    return { ...about, isFine: false, seen: `workerd does not run: ${stderr?.trim().split('\n')[0]}`, remedy: 'npm rebuild workerd' }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { ...about, isFine: false, seen: 'not installed here', remedy: 'npm install --save-dev wrangler@4.156.2' }
  }
}

function checkDocker(): Finding[] {
  const about = { name: 'Docker', neededFor: 'environments in containers' }
  const { status, stdout } = spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], { encoding: 'utf8' })
  if (status === 0 && stdout.trim() !== '') return [{ ...about, isFine: true, seen: stdout.trim() }, checkBuildx()]
  return [{ ...about, isFine: false, seen: 'no engine answers', remedy: 'install Docker, or start it: sudo systemctl start docker' }]
}

function checkBuildx(): Finding {
  const about = { name: 'buildx', neededFor: 'Dockerfiles with “RUN --mount”, and “deploy” of images' }
  const version = buildxVersion()
  if (version !== undefined) return { ...about, isFine: true, seen: version }
  return { ...about, isFine: false, seen: 'this Docker has none', remedy: INSTALL_BUILDX }
}

async function checkPort(port: number): Promise<Finding> {
  const about = { name: `port ${port}`, neededFor: '“serve” and “dev” without --port' }
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  probe.close()
  if (isFree) return { ...about, isFine: true, seen: 'free' }
  return { ...about, isFine: false, seen: 'in use', remedy: 'stop what listens there, or say --port 0' }
}

async function checkLogin(): Promise<Finding> {
  const about = { name: 'Cloudflare', neededFor: '“deploy”' }
  const scratch = createScratch()
  try {
    await requireLogin(loadTools(), scratch, process.cwd())
    return { ...about, isFine: true, seen: process.env.CLOUDFLARE_API_TOKEN ? 'a token in CLOUDFLARE_API_TOKEN' : 'logged in' }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { ...about, isFine: false, seen: 'not logged in', remedy: 'npx wrangler login' }
  } finally {
    scratch.remove()
  }
}
