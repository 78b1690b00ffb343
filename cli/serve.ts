import { createServer } from 'node:net'
import { defineCommand } from 'citty'
import { bundleFile, readLibraryBundle, type WorkerBundle } from './bundle.ts'
import { CommandError } from './command-error.ts'
import { findContainers } from './containers.ts'
import { lockData } from './data-lock.ts'
import { announcement, environmentNames } from './environment-names.ts'
import { type LocalRuntime, portInUse, startLocalRuntime } from './local-runtime.ts'
import { loadTools, type Tools } from './tools.ts'
import { readVariables } from './variables.ts'

const PARENT_POLL_MS = 500

export const serveArguments = {
  file: { type: 'positional', required: false, description: 'Environment or worker file; default: the bundled library' },
  port: { type: 'string', default: '8000', description: 'Port; 0: any free one' },
  host: { type: 'string', default: '127.0.0.1', description: 'Address to listen on' },
  data: { type: 'string', default: '.openenv-edge', valueHint: 'dir', description: 'Where named sessions are kept' },
  memory: { type: 'boolean', default: false, description: 'Keep everything in memory: fastest, gone at exit' },
  containers: {
    type: 'boolean',
    default: true,
    description: 'Run environments that need a container',
    negativeDescription: 'Leave out what needs a container: do not look for Docker',
  },
} as const

export default defineCommand({
  meta: { name: 'serve', description: 'Serve environments on this machine: one workerd, no account' },
  args: serveArguments,
  async run({ args }) {
    const tools = loadTools()
    const bundle = args.file === undefined ? await readLibraryBundle(tools) : await bundleFile(args.file, tools)
    const running = await serve(bundle, args, tools)
    await running.untilStopped()
  },
})

export interface ServeOptions {
  /** Absent: the bundled library. */
  readonly file?: string | undefined
  readonly port: string
  readonly host: string
  readonly data: string
  readonly memory: boolean
  readonly containers: boolean
}

/** Starts a bundle and says where it listens. Shared by `serve` and `dev`. */
export async function serve(
  bundle: WorkerBundle,
  options: ServeOptions,
  tools: Tools,
): Promise<LocalRuntime & { untilStopped(): Promise<void> }> {
  const port = parsePort(options.port)
  await refuseBusyPort(options.host, port)
  const stopped = stopSignal()
  const lock = options.memory ? undefined : await lockData(options.data)
  const place = options.memory ? {} : { data: options.data }
  const found = options.containers ? await findContainers(bundle, tools, options.file === undefined ? undefined : process.cwd()) : undefined
  const containers = found === undefined ? {} : { containers: found }
  console.error('openenv-edge: starting …')
  const runtime = await startLocalRuntime({ bundle, host: options.host, port, variables: readVariables(), ...place, ...containers }, tools)
  await announce(runtime)
  return {
    ...runtime,
    async untilStopped() {
      await stopped
      await runtime.stop()
      lock?.release()
    },
  }
}

export function parsePort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65535 && text.trim() !== '') return port
  throw new CommandError(`--port takes a number from 0 to 65535, not "${text}".`, { exitCode: 2 })
}

/** Known before the runtime is loaded, which takes longest. */
async function refuseBusyPort(host: string, port: number): Promise<void> {
  const probe = createServer()
  const code = await new Promise<string | undefined>((resolve) => {
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code)).listen(port, host, () => resolve(undefined))
  })
  probe.close()
  if (code === 'EADDRINUSE') throw portInUse(host, port)
  if (code === 'EACCES') throw new CommandError(`No permission to listen on port ${port}. Choose one above 1023 with --port.`)
  if (code) throw new CommandError(`Cannot listen on ${host}:${port} (${code}). Choose another address with --host.`)
}

/** The one line that says the runtime listens. */
async function announce({ url }: LocalRuntime): Promise<void> {
  console.log(`openenv-edge: ${announcement(url, await environmentNames(url))}`)
}

/** A signal, or in an npm script the end of npm's shell: that dies of a SIGTERM and passes it on to nobody. */
function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve())
  if (process.env.npm_lifecycle_event !== undefined) {
    const shell = process.ppid
    setInterval(() => process.ppid !== shell && resolve(), PARENT_POLL_MS).unref()
  }
  return promise
}
