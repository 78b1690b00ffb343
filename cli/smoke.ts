import { defineCommand } from 'citty'
import { messageOf } from './command-error.ts'
import { environmentNames } from './environment-names.ts'
import { packageVersion } from './package-root.ts'
import { startProgress } from './progress.ts'
import { withToken } from './sessions.ts'
import { checks, readTarget, type Seen } from './smoke/checks.ts'
import { baseUrl, rootOf, shown } from './wire.ts'

export default defineCommand({
  meta: { name: 'smoke', description: 'Try a deployment: health, access, episodes, resume, latency; a report to paste' },
  args: {
    url: { type: 'positional', required: true, description: 'URL of an environment, or of the deployment: its first one' },
    token: { type: 'string', description: 'Access token, if not in the URL' },
    json: { type: 'boolean', default: false, description: 'Print the report as JSON' },
  },
  async run({ args }) {
    const base = await oneEnvironment(withToken(baseUrl(args.url), args.token))
    const target = await readTarget(base)
    const progress = startProgress()
    const results: Result[] = []
    try {
      for (const [check, run] of Object.entries(checks)) {
        progress.say(`Trying ${check}`)
        results.push({ check, ...(await run(target).catch(toFailure)) })
      }
    } finally {
      progress.stop()
    }
    const report = { target: shown(base), version: packageVersion(), at: new Date().toISOString(), results }
    console.log(args.json ? JSON.stringify(report, null, 2) : toMarkdown(report))
    process.exitCode = results.some(({ verdict }) => verdict === 'fail') ? 1 : 0
  },
})

interface Result extends Seen {
  readonly check: string
}

interface Report {
  readonly target: string
  /** Of this package. */
  readonly version: string
  readonly at: string
  readonly results: readonly Result[]
}

async function oneEnvironment(base: string): Promise<string> {
  if (base !== rootOf(base)) return base
  const [name] = await environmentNames(base).catch(() => [])
  return name === undefined ? base : `${base}/envs/${name}`
}

function toFailure(error: unknown): Seen {
  return { verdict: 'fail', seen: messageOf(error) }
}

function toMarkdown({ target, version, at, results }: Report): string {
  const rows = results.map(({ check, verdict, seen }) => `| ${check} | ${verdict} | ${seen.replaceAll('|', '\\|').replaceAll('\n', ' ')} |`)
  const failed = results.filter(({ verdict }) => verdict === 'fail').length
  return [
    `**Smoke test of ${target}** (openenv-edge ${version}, ${at})`,
    '',
    '| check | verdict | seen |',
    '|---|---|---|',
    ...rows,
    '',
    failed === 0 ? 'Everything passed.' : `${failed} of ${results.length} failed.`,
  ].join('\n')
}
