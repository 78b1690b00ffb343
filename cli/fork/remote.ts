import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readClientSource } from '../client/source.ts'
import { quoted, writeTemplates } from '../project-folder.ts'
import { getJson } from '../remote-environment.ts'

const MAX_TASKS_BYTES = 5_000_000
const names = z.array(z.string()).min(1)
const splits = z.array(z.looseObject({ name: z.string() }))

/** What a server tells of an environment: all that a fork of it can keep. */
export interface Remote {
  readonly url: string
  /** Taken out of the URL: it is kept with the secrets. */
  readonly token: string | undefined
  readonly name: string
  readonly version: string
  readonly description: string
  readonly schema: unknown
  readonly tasks: unknown
}

export async function readRemote(base: string): Promise<Remote> {
  const { name, version, description } = await readClientSource(base)
  const token = /\/t\/([^/]+)/.exec(base)?.[1]
  const schema = await getJson(`${base}/schema`)
  return { url: base.replace(/\/t\/[^/]+/, ''), token, name, version, description, schema, tasks: await readTasks(base) }
}

/** The tasks of each split; undefined where the server has none. */
async function readTasks(base: string): Promise<unknown> {
  try {
    const [name = ''] = names.parse(await getJson(`${base}/list_environments`))
    const all: Record<string, unknown> = {}
    for (const split of splits.parse(await getJson(`${base}/${name}/splits`))) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ split: split.name }) }
      const text = await (await fetch(`${base}/${name}/tasks`, { ...init, signal: AbortSignal.timeout(30_000) })).text()
      if (text.length > MAX_TASKS_BYTES) return undefined
      all[split.name] = z.object({ tasks: z.array(z.unknown()) }).parse(JSON.parse(text)).tasks
    }
    return all
  } catch {
    return undefined
  }
}

/** A worker that passes the environment through. */
export function writeProxy(draft: string, remote: Remote, values: Readonly<Record<string, string>>): void {
  writeTemplates(['typed', 'proxy'], draft, {
    ...values,
    VERSION: quoted(remote.version),
    URL: quoted(remote.url) + (remote.token === undefined ? '' : ",\n  secret: 'ORIGIN_TOKEN'"),
    PLAINURL: remote.url,
  })
  writeFileSync(join(draft, 'schema.json'), `${JSON.stringify(remote.schema, null, 2)}\n`)
  if (remote.tasks !== undefined) writeFileSync(join(draft, 'tasks.json'), `${JSON.stringify(remote.tasks, null, 2)}\n`)
  if (remote.token !== undefined) writeFileSync(join(draft, '.dev.vars'), `ORIGIN_TOKEN=${remote.token}\n`, { mode: 0o600 })
}
