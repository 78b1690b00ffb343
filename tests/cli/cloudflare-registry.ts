import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBytes } from './cloudflare-upload.ts'

/** A stand-in of the platform's registry of images: Docker's registry API (version 2), as far as a push needs it. */
export interface Registry {
  /** Host and port: an engine speaks plain HTTP to a loopback address. */
  readonly host: string
  /** Manifests by `<name>:<tag>` and `<name>@<digest>`. */
  readonly manifests: ReadonlyMap<string, Buffer>
  readonly blobs: ReadonlyMap<string, Buffer>
  stop(): void
}

export async function createRegistry(): Promise<Registry> {
  const store = new Store()
  const server = createServer((request, response) => void store.answer(request, response).catch((error: Error) => response.destroy(error)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    manifests: store.manifests,
    blobs: store.blobs,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

class Store {
  readonly manifests = new Map<string, Buffer>()
  readonly blobs = new Map<string, Buffer>()
  readonly #uploads = new Map<string, Buffer[]>()

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://registry')
    const [, name = '', kind, reference = ''] = /^\/v2\/(.+)\/(manifests|blobs\/uploads|blobs)\/(.*)$/.exec(url.pathname) ?? []
    if (kind === undefined) response.writeHead(url.pathname === '/v2/' ? 200 : 404).end('{}')
    else if (kind === 'blobs/uploads')
      await this.#upload(request, response, { name, id: reference, digest: url.searchParams.get('digest') })
    else if (request.method === 'PUT') await this.#putManifest(request, response, { name, tag: reference })
    else this.#find(response, kind === 'blobs' ? this.blobs.get(reference) : this.#manifest(name, reference))
  }

  #manifest(name: string, reference: string): Buffer | undefined {
    return this.manifests.get(`${name}${reference.includes(':') ? '@' : ':'}${reference}`)
  }

  #find(response: ServerResponse, content: Buffer | undefined): void {
    if (content === undefined) return void response.writeHead(404).end('{}')
    const { mediaType = 'application/octet-stream' } = content[0] === '{'.charCodeAt(0) ? JSON.parse(String(content)) : {}
    const headers = { 'content-type': mediaType, 'content-length': content.length, 'docker-content-digest': digestOf(content) }
    response.writeHead(200, headers).end(content)
  }

  /** Begun by POST, filled by PATCH, ended by PUT. */
  async #upload(
    request: IncomingMessage,
    response: ServerResponse,
    { name, id, digest }: { name: string; id: string; digest: string | null },
  ): Promise<void> {
    const upload = id || randomUUID()
    const parts = this.#uploads.get(upload) ?? []
    this.#uploads.set(upload, [...parts, await readBytes(request)])
    const content = Buffer.concat(this.#uploads.get(upload) ?? [])
    if (request.method === 'PUT' && digest !== null) {
      this.blobs.set(digest, content)
      return void response.writeHead(201, { 'docker-content-digest': digest }).end()
    }
    const headers = { location: `/v2/${name}/blobs/uploads/${upload}`, 'docker-upload-uuid': upload, range: `0-${content.length}` }
    response.writeHead(202, headers).end()
  }

  async #putManifest(request: IncomingMessage, response: ServerResponse, { name, tag }: { name: string; tag: string }): Promise<void> {
    const content = await readBytes(request)
    this.manifests.set(`${name}:${tag}`, content).set(`${name}@${digestOf(content)}`, content)
    response.writeHead(201, { 'docker-content-digest': digestOf(content) }).end()
  }
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`
}
