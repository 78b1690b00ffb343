import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from './cli.ts'

const metadata = z.object({
  main_module: z.string(),
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()).default([]),
  bindings: z.array(z.looseObject({ name: z.string(), type: z.string(), class_name: z.string().optional(), text: z.string().optional() })),
  migrations: z.looseObject({ new_tag: z.string().optional() }).optional(),
})
export type Metadata = z.output<typeof metadata>

export interface Upload {
  readonly metadata: Metadata
  readonly modules: Readonly<Record<string, string>>
}

/** A stand-in of Cloudflare's API, of which wrangler's deployments need the part in platform.md 10. It runs what is uploaded. */
export interface Cloudflare {
  /** Environment variables that make wrangler talk to it. */
  readonly env: Readonly<Record<string, string>>
  /** Where the deployed worker answers. */
  readonly url: string
  readonly uploads: readonly Upload[]
}

export async function startCloudflare(): Promise<Cloudflare> {
  const uploads: Upload[] = []
  const data = temporaryFolder()
  const platform = new Miniflare(workerOptions(NOTHING_YET, data))
  onTestFinished(() => platform.dispose())
  await platform.ready
  const url = String(await platform.unsafeGetDirectURL())

  async function deploy(upload: Upload): Promise<void> {
    const kept = secretsOf(uploads.at(-1))
    uploads.push({ ...upload, metadata: { ...upload.metadata, bindings: [...kept, ...upload.metadata.bindings] } })
    await platform.setOptions(workerOptions(uploads.at(-1) ?? upload, data))
  }
  const api = createServer(
    (request, response) => void answer(request, response, uploads, deploy).catch((error: unknown) => response.destroy(error as Error)),
  )
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void api.close())
  const { port } = api.address() as AddressInfo
  const env = { CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`, CLOUDFLARE_API_TOKEN: 'stand-in', CLOUDFLARE_ACCOUNT_ID: 'account' }
  return { env, url: url.replace(/\/$/, ''), uploads }
}

const NOTHING_YET: Upload = {
  metadata: { main_module: 'main.js', compatibility_date: '2026-11-01', compatibility_flags: [], bindings: [] },
  modules: { 'main.js': 'export default { fetch: () => new Response("nothing deployed", { status: 404 }) }' },
}

/** An upload as the platform would run it: its modules, its Durable Object bindings and the classes of its migrations. */
function workerOptions({ metadata, modules }: Upload, data: string): ReturnType<typeof convertV4MiniflareOptions> {
  const objects = metadata.bindings.filter(({ type }) => type === 'durable_object_namespace')
  const names = [metadata.main_module, ...Object.keys(modules).filter((name) => name !== metadata.main_module)]
  return convertV4MiniflareOptions({
    name: 'deployed',
    modules: names.map((path) => ({ type: 'ESModule', path, contents: modules[path] ?? '' })),
    compatibilityDate: metadata.compatibility_date,
    compatibilityFlags: metadata.compatibility_flags,
    durableObjects: Object.fromEntries(objects.map(({ name, class_name }) => [name, { className: class_name ?? '', useSQLite: true }])),
    bindings: Object.fromEntries(metadata.bindings.flatMap(({ name, type, text }) => (type === 'secret_text' ? [[name, text ?? '']] : []))),
    resourcePersistencePath: data,
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    cf: false,
  })
}

/** Secrets stay with the worker when a later upload does not name them. */
function secretsOf(upload: Upload | undefined): Metadata['bindings'] {
  return upload?.metadata.bindings.filter(({ type }) => type === 'secret_text') ?? []
}

type Deploy = (upload: Upload) => Promise<void>

async function answer(request: IncomingMessage, response: ServerResponse, uploads: readonly Upload[], deploy: Deploy): Promise<void> {
  const { status, result, errors } = await reply(request, uploads, deploy)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ success: status < 400, errors: errors ?? [], messages: [], result }))
}

interface Reply {
  readonly status: number
  readonly result?: unknown
  readonly errors?: { code: number; message: string }[]
}

async function reply(request: IncomingMessage, uploads: readonly Upload[], deploy: Deploy): Promise<Reply> {
  const path = (request.url ?? '').replace(/^\/accounts\/account\/workers/, '').replace(/\?.*/, '')
  const route = `${request.method} ${path.replace(/^\/(services|scripts|workers)\/[^/]+/, '/$1/:name')}`
  const latest = uploads.at(-1)
  switch (route) {
    case 'GET /services/:name':
      return latest === undefined
        ? missing(10090)
        : ok({ default_environment: { script: { migration_tag: latest.metadata.migrations?.new_tag ?? 'v1' } } })
    case 'GET /scripts/:name/settings':
      return latest === undefined ? missing(10007) : ok({ bindings: latest.metadata.bindings, migration_tag: 'v1' })
    case 'GET /scripts/:name/secrets':
      return latest === undefined ? missing(10007) : ok(secretsOf(latest).map(({ name, type }) => ({ name, type })))
    case 'GET /subdomain':
      return ok({ subdomain: 'stand-in' })
    case 'GET /scripts/:name/deployments':
      return ok({ deployments: [] })
    case 'PUT /scripts/:name':
    case 'POST /scripts/:name/versions':
      await deploy(await readUpload(request))
      return ok({ id: 'version', etag: 'etag', startup_time_ms: 1, deployment_id: 'd'.repeat(32), resources: { script: { etag: 'etag' } } })
    case 'POST /scripts/:name/deployments':
      return ok({ id: 'deployment' })
    case 'PATCH /scripts/:name/script-settings':
      return ok({})
    case 'GET /scripts/:name/subdomain':
    case 'POST /scripts/:name/subdomain':
      return ok({ enabled: true, previews_enabled: true })
    case 'GET /workers/:name':
      return ok({ subdomain: { enabled: true, previews_enabled: true } })
    default:
      return { status: 404, errors: [{ code: 7000, message: `No route for that URI: ${route}` }] }
  }
}

function ok(result: unknown): Reply {
  return { status: 200, result }
}

function missing(code: number): Reply {
  return { status: 404, errors: [{ code, message: 'This Worker does not exist on your account.' }] }
}

async function readUpload(request: IncomingMessage): Promise<Upload> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': request.headers['content-type'] ?? '' } }).formData()
  const modules: Record<string, string> = {}
  let described: unknown
  for (const [name, value] of form) {
    if (typeof value === 'string') described = name === 'metadata' ? JSON.parse(value) : described
    else if (value.type === 'application/javascript+module') modules[name] = await value.text()
  }
  return { metadata: metadata.parse(described), modules }
}
