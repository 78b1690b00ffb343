import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A data set as the stand-in holds it: one commit, its files by path. */
export interface HubData {
  readonly name: string
  readonly revision: string
  readonly files: Readonly<Record<string, Uint8Array | string>>
  /** Who may read it; absent: everyone. */
  readonly token?: string
}

export interface Hub {
  readonly url: string
  /** Paths that were asked for. */
  readonly asked: string[]
}

/**
 * A stand-in of the Hugging Face hub on a free port of this machine: the tree of a commit, so many entries at once, and its files, which
 * are sent from another path as the hub sends large ones.
 */
export async function startHub({ name, revision, files, token }: HubData, { perPage = 2, damages = '' } = {}): Promise<Hub> {
  const asked: string[] = []
  const tree = `/api/datasets/${name}/tree/${revision}`
  const resolve = `/datasets/${name}/resolve/${revision}/`
  const entries = Object.entries(files).map(([path, content]) => ({ type: 'file', path, ...lfsOf(content) }))

  function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    asked.push(url)
    const { pathname, searchParams } = new URL(url, 'http://hub')
    if (token !== undefined && headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end()
    if (pathname === tree) {
      const at = Number(searchParams.get('cursor') ?? 0)
      if (at + perPage < entries.length) response.setHeader('link', `<${tree}?recursive=true&cursor=${at + perPage}>; rel="next"`)
      return void response.end(
        JSON.stringify([...(at === 0 ? [{ type: 'directory', path: 'data' }] : []), ...entries.slice(at, at + perPage)]),
      )
    }
    if (pathname.startsWith(resolve)) return void response.writeHead(302, { location: `/cdn/${pathname.slice(resolve.length)}` }).end()
    const path = decodeURIComponent(pathname.replace('/cdn/', ''))
    const content = files[path]
    if (content === undefined) return void response.writeHead(404).end()
    response.end(path === damages ? 'damaged' : content)
  }

  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked }
}

function lfsOf(content: Uint8Array | string) {
  return typeof content === 'string' ? {} : { lfs: { oid: createHash('sha256').update(content).digest('hex') } }
}
