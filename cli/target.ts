import { existsSync } from 'node:fs'
import { bundleFile } from './bundle.ts'
import { CommandError } from './command-error.ts'
import { environmentNames } from './environment-names.ts'
import { startLocalRuntime } from './local-runtime.ts'
import { loadTools } from './tools.ts'
import { readVariables } from './variables.ts'
import { baseUrl } from './wire.ts'

/** Runs `use` on the base URL of an environment: the one that was named, or that of a file, which is served in memory meanwhile. */
export async function onTarget<T>(target: string, use: (base: string) => Promise<T>): Promise<T> {
  if (/^(http|ws)s?:/.test(target)) return use(baseUrl(target))
  if (!existsSync(target)) throw new CommandError(`No such file: ${target}. Name a file of environments or a URL.`, { exitCode: 2 })
  const tools = loadTools()
  const bundle = await bundleFile(target, tools)
  const runtime = await startLocalRuntime({ bundle, host: '127.0.0.1', port: 0, variables: readVariables() }, tools)
  try {
    const [name] = await environmentNames(runtime.url)
    return await use(`${runtime.url.origin}/envs/${name}`)
  } finally {
    await runtime.stop()
  }
}
