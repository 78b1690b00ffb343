import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { type Metadata, readAssets, readBytes, readUpload, type Upload } from './cloudflare-upload.ts'

export interface Reply {
  readonly status: number
  readonly result?: unknown
  readonly errors?: { code: number; message: string }[]
}

const secret = z.object({ name: z.string(), text: z.string() })
const manifest = z.object({ manifest: z.record(z.string(), z.object({ hash: z.string() })) })

/** One account with at most one worker: what wrangler asks of it and changes in it (platform.md 10). */
export class Account {
  readonly uploads: Upload[] = []
  readonly secrets = new Map<string, string>()
  readonly assets = new Map<string, Uint8Array>()
  /** Container applications, as they were sent. */
  readonly applications: object[] = []
  /** Requests that nothing here answers: for who extends this. */
  readonly unknown: string[] = []
  /** The log stream's address. */
  tailUrl = ''
  isDeployed = false
  #manifest: z.output<typeof manifest>['manifest'] = {}
  readonly #run: () => Promise<void>

  /** `run` puts what is deployed now into effect. */
  constructor(run: () => Promise<void>) {
    this.#run = run
  }

  get latest(): Upload | undefined {
    return this.isDeployed ? this.uploads.at(-1) : undefined
  }

  async answer(request: IncomingMessage): Promise<Reply> {
    const path = (request.url ?? '').replace(/\?.*/, '').replace(/^\/accounts\/account(\/workers)?/, '')
    const name = path
      .replace(/^\/(services|scripts|workers)\/[^/]+/, '/$1/:name')
      .replace(/^(\/containers\/registries)\/[^/]+/, '$1/:domain')
    const route = `${request.method} ${name.replace(/^(\/scripts\/:name\/(?:tails|versions))\/.*/, '$1/:id')}`
    return (await this.#change(route, request)) ?? this.#look(route)
  }

  async #change(route: string, request: IncomingMessage): Promise<Reply | undefined> {
    switch (route) {
      case 'PUT /scripts/:name':
      case 'POST /scripts/:name/versions':
        await this.#deploy(await readUpload(request))
        return ok({
          id: 'version',
          etag: 'etag',
          startup_time_ms: 1,
          deployment_id: 'd'.repeat(32),
          resources: { script: { etag: 'etag' } },
        })
      case 'PUT /scripts/:name/secrets': {
        const { name, text } = secret.parse(JSON.parse(String(await readBytes(request))))
        this.secrets.set(name, text)
        await this.#run()
        return ok({ name, type: 'secret_text' })
      }
      case 'DELETE /services/:name':
      case 'DELETE /scripts/:name':
        this.isDeployed = false
        this.secrets.clear()
        await this.#run()
        return ok(null)
      case 'POST /scripts/:name/assets-upload-session':
        this.#manifest = manifest.parse(JSON.parse(String(await readBytes(request)))).manifest
        return ok({ jwt: 'jwt', buckets: [Object.values(this.#manifest).map(({ hash }) => hash)] })
      case 'POST /assets/upload': {
        const found = await readAssets(request)
        for (const [path, { hash }] of Object.entries(this.#manifest)) this.assets.set(path, found.get(hash) ?? new Uint8Array())
        return { status: 201, result: { jwt: 'jwt' } }
      }
      case 'POST /containers/applications': {
        const application = z.looseObject({}).parse(JSON.parse(String(await readBytes(request))))
        this.applications.push(application)
        return ok({ ...application, id: 'application' })
      }
      case 'POST /containers/registries/:domain/credentials':
        return ok({ username: 'v1', password: 'stand-in' })
      default:
        return route.startsWith('DELETE /scripts/:name/secrets/') ? this.#forget(route) : undefined
    }
  }

  async #deploy(upload: Upload): Promise<void> {
    for (const { name, type, text } of upload.metadata.bindings) if (type === 'secret_text') this.secrets.set(name, text ?? '')
    this.uploads.push(upload)
    this.isDeployed = true
    await this.#run()
  }

  async #forget(route: string): Promise<Reply> {
    this.secrets.delete(route.split('/').at(-1) ?? '')
    await this.#run()
    return ok(null)
  }

  #look(route: string): Reply {
    const { latest } = this
    if (!route.endsWith('/subdomain') && route.includes('/:name') && latest === undefined)
      return missing(route.includes('/services/') ? 10090 : 10007)
    const bindings = latest === undefined ? [] : this.#bindings(latest.metadata)
    const migration_tag = latest?.metadata.migrations?.new_tag ?? 'v1'
    const known: Record<string, unknown> = {
      'GET /services/:name': { default_environment: { environment: 'production', script: { id: 'script', migration_tag } } },
      'GET /scripts/:name/settings': { bindings, migration_tag },
      'GET /scripts/:name/secrets': [...this.secrets.keys()].map((name) => ({ name, type: 'secret_text' })),
      'GET /subdomain': { subdomain: 'stand-in' },
      'GET /scripts/:name/deployments': { deployments: [] },
      'POST /scripts/:name/deployments': { id: 'deployment' },
      'PATCH /scripts/:name/script-settings': {},
      'GET /scripts/:name/subdomain': { enabled: true, previews_enabled: true },
      'POST /scripts/:name/subdomain': { enabled: true, previews_enabled: true },
      'GET /workers/:name': { subdomain: { enabled: true, previews_enabled: true } },
      'GET /scripts/:name/versions/:id': { id: 'version', resources: { bindings } },
      'GET /containers/applications': this.applications,
      'GET /containers/me': { external_account_id: 'account', limits: {} },
      'POST /scripts/:name/tails': { id: 'tail', url: this.tailUrl, expires_at: new Date(Date.now() + 3_600_000).toISOString() },
      'DELETE /scripts/:name/tails/:id': null,
      'GET /scripts/:name/references': { services: { incoming: [], outgoing: [] }, durable_objects: [], dispatch_outbounds: [] },
      'GET /tails/by-consumer/:name': [],
      'GET /storage/kv/namespaces': [],
      // The proof of work that wrangler does for a throw-away account, at its least.
      'POST /provisioning/previews/challenge': { challengeToken: 'token', seed: Buffer.alloc(32).toString('base64url'), k: 1, g: 1 },
      'POST /provisioning/previews': {
        account: { id: 'account', name: 'Throw-away', apiToken: 'stand-in', expiresAt: inAnHour() },
        claim: { url: 'https://dash.cloudflare.com/claim-preview?claimToken=stand-in', expiresAt: inAnHour() },
      },
    }
    if (route in known) return ok(known[route])
    this.unknown.push(route)
    return { status: 404, errors: [{ code: 7000, message: `No route for that URI: ${route}` }] }
  }

  /** Secrets stay with the worker when a later upload does not name them; a namespace has an id. */
  #bindings({ bindings }: Metadata): object[] {
    const own = bindings
      .filter(({ type }) => type !== 'secret_text')
      .map((binding) => ({
        ...binding,
        ...(binding.type === 'durable_object_namespace' ? { namespace_id: `id-${binding.class_name}` } : {}),
      }))
    return [...own, ...[...this.secrets.keys()].map((name) => ({ name, type: 'secret_text' }))]
  }
}

function ok(result: unknown): Reply {
  return { status: 200, result }
}

function missing(code: number): Reply {
  return { status: 404, errors: [{ code, message: 'This Worker does not exist on your account.' }] }
}

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString()
}
