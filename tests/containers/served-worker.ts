import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type Request, type Response } from 'miniflare'
import { docker } from './docker.ts'

const CONTAINER_ENGINE = {
  localDocker: {
    socketPath: 'unix:///var/run/docker.sock',
    containerEgressInterceptorImage: process.env.MINIFLARE_CONTAINER_EGRESS_IMAGE ?? 'openenv-edge-sidecar',
  },
}

/** Nobody listens on the discard port. */
const NOWHERE = 'http://127.0.0.1:9/'

/** What the worker is to know of the world around it. */
interface Neighbours {
  /** What `probe_open` may reach. */
  readonly openHost?: string
  /** The server behind `elsewhere`. */
  readonly remote?: string
  /** Answers what the worker fetches; absent: the network does. */
  readonly internet?: (request: Request) => Promise<Response>
}

/** The worker of these tests in a real workerd, under a name of its own: its containers are its own, too. */
export class ServedWorker {
  readonly name: string
  readonly url: URL
  readonly #miniflare: Miniflare
  readonly #data: string

  private constructor(name: string, url: URL, { miniflare, data }: { miniflare: Miniflare; data: string }) {
    this.name = name
    this.url = url
    this.#miniflare = miniflare
    this.#data = data
  }

  static async start(
    bindings: Record<string, string> = {},
    { openHost = 'open.test', remote = NOWHERE, internet }: Neighbours = {},
  ): Promise<ServedWorker> {
    const name = `openenv-edge-test-${randomUUID().slice(0, 8)}`
    const data = mkdtempSync(join(tmpdir(), 'openenv-edge-containers-'))
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        name,
        modules: [{ type: 'ESModule', path: 'main.js', contents: await bundleWorker({ OPEN_HOST: openHost, REMOTE_URL: remote }) }],
        compatibilityDate: '2026-11-01',
        compatibilityFlags: ['no_web_socket_compression'],
        durableObjects: {
          SESSIONS: { className: 'Sessions', useSQLite: true },
          BOXES: { className: 'Boxes', useSQLite: true, container: { imageName: 'openenv-edge-box' } },
          WILD: { className: 'Wild', useSQLite: true, container: { imageName: 'openenv-edge-wild' } },
          STOCK: { className: 'Stock', useSQLite: true, container: { imageName: 'openenv-edge-stock' } },
          BOX_QUEUE: { className: 'BoxQueue', useSQLite: true },
        },
        containerEngine: CONTAINER_ENGINE,
        bindings,
        resourcePersistencePath: data,
        ...(internet === undefined ? {} : { outboundService: internet }),
        cf: false,
        log: new Log(LogLevel.WARN),
      }),
    )
    return new ServedWorker(name, await miniflare.ready, { miniflare, data })
  }

  /** Names of this worker's containers that run, sidecars left out. */
  containers(): string[] {
    const names = docker('ps', '--filter', `name=workerd-${this.name}-`, '--format', '{{.Names}}')
    return names.split('\n').filter((name) => name !== '' && !name.endsWith('-proxy'))
  }

  async stop(): Promise<void> {
    await this.#miniflare.dispose()
    const left = docker('ps', '-aq', '--filter', `name=workerd-${this.name}-`)
    // Some may be on their way out already, which the engine calls an error.
    if (left !== '') spawnSync('docker', ['rm', '-f', ...left.split('\n')])
    rmSync(this.#data, { recursive: true, force: true })
  }
}

async function bundleWorker(constants: Record<string, string>): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'worker.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker'],
    external: ['cloudflare:*', 'node:*'],
    define: Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
