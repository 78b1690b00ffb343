import { mkdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { convertV4MiniflareOptions } from 'miniflare'
import { z } from 'zod'

const metadata = z.object({
  main_module: z.string(),
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()).default([]),
  bindings: z.array(z.looseObject({ name: z.string(), type: z.string(), class_name: z.string().optional(), text: z.string().optional() })),
  migrations: z.looseObject({ new_tag: z.string().optional() }).optional(),
  containers: z.array(z.looseObject({ class_name: z.string() })).optional(),
})
export type Metadata = z.output<typeof metadata>

/** A worker as wrangler sent it. */
export interface Upload {
  readonly metadata: Metadata
  readonly modules: Readonly<Record<string, string>>
}

/** What an account holds beside the upload that runs. */
export interface Holdings {
  readonly secrets: ReadonlyMap<string, string>
  /** Static files by their path. */
  readonly assets: ReadonlyMap<string, Uint8Array>
}

export const NOTHING_YET: Upload = {
  metadata: { main_module: 'main.js', compatibility_date: '2026-11-01', compatibility_flags: [], bindings: [] },
  modules: { 'main.js': 'export default { fetch: () => new Response("nothing deployed", { status: 404 }) }' },
}

/** An upload as the platform would run it: its modules, bindings, secrets, static files and the classes of its migrations. */
export function workerOptions(
  { metadata, modules }: Upload,
  { secrets, assets }: Holdings,
  folder: string,
): ReturnType<typeof convertV4MiniflareOptions> {
  const of = (type: string) => metadata.bindings.filter((binding) => binding.type === type)
  const names = [metadata.main_module, ...Object.keys(modules).filter((name) => name !== metadata.main_module)]
  const variables = of('plain_text').map(({ name, text }) => [name, text ?? ''])
  const [assetsBinding] = of('assets')
  return convertV4MiniflareOptions({
    name: 'deployed',
    modules: names.map((path) => ({ type: 'ESModule', path, contents: modules[path] ?? '' })),
    compatibilityDate: metadata.compatibility_date,
    compatibilityFlags: metadata.compatibility_flags,
    durableObjects: Object.fromEntries(
      of('durable_object_namespace').map(({ name, class_name }) => [name, { className: class_name ?? '', useSQLite: true }]),
    ),
    bindings: Object.fromEntries([...variables, ...secrets]),
    ...(assets.size === 0 ? {} : { assets: assetOptions(assets, join(folder, 'assets'), assetsBinding?.name) }),
    resourcePersistencePath: join(folder, 'objects'),
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    cf: false,
  })
}

function assetOptions(assets: ReadonlyMap<string, Uint8Array>, directory: string, binding: string | undefined) {
  for (const [path, content] of assets) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
  return { directory, ...(binding === undefined ? {} : { binding }), routerConfig: { has_user_worker: true }, assetConfig: {} }
}

export async function readUpload(request: IncomingMessage): Promise<Upload> {
  const form = await readForm(request)
  const modules: Record<string, string> = {}
  let described: unknown
  for (const [name, value] of form) {
    if (typeof value === 'string') described = name === 'metadata' ? JSON.parse(value) : described
    else if (value.type === 'application/javascript+module') modules[name] = await value.text()
  }
  return { metadata: metadata.parse(described), modules }
}

/** The static files of an upload, by their hash. */
export async function readAssets(request: IncomingMessage): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>()
  for (const [hash, value] of await readForm(request)) {
    found.set(hash, Buffer.from(typeof value === 'string' ? value : await value.text(), 'base64'))
  }
  return found
}

export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

async function readForm(request: IncomingMessage): Promise<FormData> {
  return new Response(await readBytes(request), { headers: { 'content-type': request.headers['content-type'] ?? '' } }).formData()
}
