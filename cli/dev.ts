import { defineCommand } from 'citty'
import { readLibraryBundle, type WorkerBundle, watchFile } from './bundle.ts'
import { CommandError } from './command-error.ts'
import { serve, serveArguments } from './serve.ts'
import { loadTools, type Tools } from './tools.ts'

export default defineCommand({
  meta: { name: 'dev', description: 'Serve a file and rebuild it on save; named sessions go on' },
  args: serveArguments,
  async run({ args }) {
    const tools = loadTools()
    if (args.file === undefined) {
      const running = await serve(await readLibraryBundle(tools), args, tools)
      return running.untilStopped()
    }
    const saves = await followSaves(args.file, tools)
    try {
      const running = await serve(saves.first, args, tools)
      saves.onSave(async (bundle) => {
        console.log('openenv-edge: saved, reloading …')
        await running.reload(bundle)
        console.log(`openenv-edge: reloaded ${args.file}`)
      })
      await running.untilStopped()
    } finally {
      await saves.dispose()
    }
  },
})

interface Saves {
  readonly first: WorkerBundle
  onSave(reload: (bundle: WorkerBundle) => Promise<void>): void
  dispose(): Promise<void>
}

/** The first bundle fails the command when it does not build; later ones are reported, and the last good one goes on. */
async function followSaves(file: string, tools: Tools): Promise<Saves> {
  const first = Promise.withResolvers<WorkerBundle>()
  let reload: ((bundle: WorkerBundle) => Promise<void>) | undefined
  let last = Promise.resolve()
  const watching = await watchFile(file, tools, {
    bundle(bundle) {
      first.resolve(bundle)
      last = last.then(() => reload?.(bundle)).catch(report)
    },
    error(error) {
      first.reject(error)
      report(error)
    },
  })
  return {
    first: await first.promise,
    onSave(listener) {
      reload = listener
    },
    dispose: () => watching.dispose(),
  }
}

function report(error: unknown): void {
  console.error(`openenv-edge: ${error instanceof CommandError ? error.message : String(error)}`)
}
