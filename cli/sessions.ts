import { defineCommand } from 'citty'
import { z } from 'zod'
import { CommandError } from './command-error.ts'
import { namesIn } from './environment-names.ts'
import { getJson } from './remote-environment.ts'
import { toTable } from './table.ts'
import { baseUrl, nameInUrl, rootOf, shown } from './wire.ts'

const row = z.record(z.string(), z.unknown())
const listed = z.union([z.array(row), z.object({ sessions: z.array(row) }).transform(({ sessions }) => sessions)])

export default defineCommand({
  meta: { name: 'sessions', description: 'List the sessions of a deployment: who plays, since when, how far' },
  args: {
    url: { type: 'positional', required: true, description: 'URL of one environment, or of the deployment: all of them' },
    token: { type: 'string', description: 'Access token, of scope observer or more, if not in the URL' },
    json: { type: 'boolean', default: false, description: 'Print them as JSON' },
  },
  async run({ args }) {
    const base = withToken(baseUrl(args.url), args.token)
    const rows = (await Promise.all((await environmentsOf(base)).map(readSessions))).flat()
    if (args.json) console.log(JSON.stringify(rows))
    else console.log(rows.length === 0 ? 'openenv-edge: no sessions.' : toTable(rows.map(toShown)))
  },
})

/** The base URL with a token in its path, where none is yet. */
export function withToken(base: string, token: string | undefined): string {
  const { origin } = new URL(base)
  return token === undefined || rootOf(base) !== origin ? base : `${origin}/t/${encodeURIComponent(token)}${base.slice(origin.length)}`
}

async function environmentsOf(base: string): Promise<string[]> {
  if (nameInUrl(base) !== undefined) return [base]
  return namesIn(await getJson(`${rootOf(base)}/envs`)).map((name) => `${rootOf(base)}/envs/${name}`)
}

async function readSessions(base: string): Promise<z.output<typeof row>[]> {
  const { success, data } = listed.safeParse(await getJson(`${base}/sessions`))
  if (!success) throw new CommandError(`${shown(base)}/sessions is no list of sessions: this is no deployment of openenv-edge.`)
  return data.map((found) => ({ environment: nameInUrl(base), ...found }))
}

/** What a line has room for: the key, or the beginning of the id of a session without one; times to the second. */
function toShown({ id, key, began_at: began, active_at: active, ...others }: z.output<typeof row>): Record<string, unknown> {
  const { environment, ...counts } = others
  return { environment, key: key ?? `${String(id).slice(0, 12)}…`, began: shortTime(began), active: shortTime(active), ...counts }
}

/** `2026-11-30T03:24:57.816Z` as `11-30 03:24:57`. */
function shortTime(time: unknown): unknown {
  return typeof time === 'string' ? time.replace(/^\d{4}-(\S+)T([\d:]+).*$/, '$1 $2') : time
}
