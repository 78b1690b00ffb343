import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Miniflare, MiniflareOptions } from 'miniflare'
import type { WorkerBundle } from './bundle.ts'
import { CommandError } from './command-error.ts'
import type { Containers } from './containers.ts'
import { createRuntimeLog, type RuntimeLog } from './runtime-log.ts'
import type { Tools } from './tools.ts'
import { withUnnamedSessions } from './unnamed-sessions.ts'
import { createScratch, guardWorkerd } from './workerd-guard.ts'

export interface LocalRuntimeOptions {
  readonly bundle: WorkerBundle
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Where sessions are kept; absent: in memory, gone with the runtime. */
  readonly data?: string
  readonly variables: Record<string, string>
  /** Absent: environments that need a container refuse to start. */
  readonly containers?: Containers
}

/** One workerd that listens by itself: no other process or worker stands between a client and its Durable Object. */
export interface LocalRuntime {
  readonly url: URL
  /** Runs another bundle on the same port and data. Sockets close; named sessions go on. */
  reload(bundle: WorkerBundle): Promise<void>
  /** Ends workerd; resolves when it is gone. */
  stop(): Promise<void>
}

/** Must match wrangler.toml. What a bundle does not export is not bound. */
const BINDINGS = { SESSIONS: 'Sessions', BOX_QUEUE: 'BoxQueue', REGISTRY: 'SessionRegistry' }
export const COMPATIBILITY_DATE = '2026-11-01'
/**
 * Stock Python clients offer compression on every socket; taken up, it doubles the CPU of a step whose frames are 200 bytes. The signal tells a
 * session that its HTTP client has gone: one that waits in line then takes no place.
 */
export const COMPATIBILITY_FLAGS = ['no_web_socket_compression', 'enable_request_signal']
const LOOPBACK = /^(localhost$|127\.|::1$)/
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export async function startLocalRuntime(options: LocalRuntimeOptions, tools: Tools): Promise<LocalRuntime> {
  // A database in memory-backed files: workerd's own in-memory storage has no SQL.
  const scratch = createScratch(options.data === undefined && existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
  const programs = createScratch()
  process.env.TMPDIR = programs.path
  guardWorkerd(tools.workerd, programs)
  const storage = options.data ?? scratch.path
  const log = createRuntimeLog()
  const configure = (bundle: WorkerBundle): MiniflareOptions => {
    log.starting(bundle)
    return { ...miniflareOptions({ ...options, bundle }, storage, tools), handleStructuredLogs: log.handle }
  }

  const miniflare = withoutExitHooks(() => new tools.miniflare.Miniflare(configure(options.bundle)))
  async function stop(): Promise<void> {
    await miniflare.dispose().catch(() => {})
    options.containers?.remove()
    scratch.remove()
    programs.remove()
  }
  async function reload(bundle: WorkerBundle): Promise<void> {
    try {
      await miniflare.setOptions(configure(bundle))
      log.started()
    } catch (error) {
      throw startError(error, options, log)
    }
  }
  try {
    await miniflare.ready
    const url = await listeningUrl(miniflare, options.host)
    log.started()
    return { url, reload, stop }
  } catch (error) {
    await stop()
    throw startError(error, options, log)
  }
}

/** The Durable Objects that a bundle has, by binding. */
export function bindingsOf(bundle: WorkerBundle): Record<string, string> {
  return Object.fromEntries(Object.entries(BINDINGS).filter(([, className]) => bundle.exports.includes(className)))
}

function miniflareOptions(
  { bundle, host, port, variables, containers }: LocalRuntimeOptions,
  storage: string,
  tools: Tools,
): MiniflareOptions {
  const { convertV4MiniflareOptions, Log, LogLevel } = tools.miniflare
  const { modules, objects: unnamed } = withUnnamedSessions(bundle, tools.miniflare)
  const objects = Object.entries(bindingsOf(bundle))
  return convertV4MiniflareOptions({
    name: 'openenv-edge',
    modules,
    compatibilityDate: COMPATIBILITY_DATE,
    compatibilityFlags: COMPATIBILITY_FLAGS,
    durableObjects: {
      ...unnamed,
      ...Object.fromEntries(objects.map(([binding, className]) => [binding, { className, useSQLite: true }])),
      ...containers?.objects,
    },
    ...(containers === undefined ? {} : { containerEngine: containers.engine }),
    // Names that are not of this machine must be listed: a page could have one of its own point here (workers/origin.ts).
    bindings: { ...(LOOPBACK.test(host) ? { OPENENV_ALLOWED_HOSTS: '' } : {}), ...variables },
    resourcePersistencePath: storage,
    // The public port is workerd's own socket on the worker. miniflare's, with an entry worker of its own, stays on a loopback port.
    unsafeDirectSockets: [{ host, port }],
    host: '127.0.0.1',
    port: 0,
    unsafeRegisterWorker: false,
    cf: false,
    telemetry: { enabled: false },
    log: new Log(LogLevel.WARN),
  })
}

/** miniflare ends the process on a signal, with 130 or 143 and before anything is put away: that is left to who started it. */
function withoutExitHooks<T>(create: () => T): T {
  const before = SIGNALS.map((signal) => process.listeners(signal))
  const created = create()
  for (const [index, signal] of SIGNALS.entries()) {
    for (const listener of process.listeners(signal)) if (!before[index]?.includes(listener)) process.off(signal, listener)
  }
  return created
}

async function listeningUrl(miniflare: Miniflare, host: string): Promise<URL> {
  const url = new URL(String(await miniflare.unsafeGetDirectURL()))
  if (host !== '127.0.0.1') url.hostname = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return url
}

function startError(error: unknown, { host, port }: LocalRuntimeOptions, log: RuntimeLog): unknown {
  const reason = log.failed()
  if (!(error instanceof Error && 'code' in error)) return error
  if (error.code === 'ERR_ADDRESS_IN_USE') return portInUse(host, port)
  if (error.code === 'ERR_RUNTIME_FAILURE') return new CommandError(reason ?? error.message, { cause: error })
  return error
}

export function portInUse(host: string, port: number): CommandError {
  return new CommandError(`Port ${port} on ${host} is in use. Stop what listens there, or choose another with --port (0: any free one).`)
}
