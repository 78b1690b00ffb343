import { existsSync } from 'node:fs'
import { defineCommand } from 'citty'
import { bundleFile } from './bundle.ts'
import { CommandError, messageOf } from './command-error.ts'
import { startLocalRuntime } from './local-runtime.ts'
import { readCount } from './numbers.ts'
import { type Progress, startProgress } from './progress.ts'
import { readRemoteEnvironment } from './remote-environment.ts'
import { loadTools } from './tools.ts'
import { checkFile } from './validate/check-file.ts'
import { type Check, contractChecks } from './validate/checks.ts'
import { type Result, toLines, toReport, verdictOf } from './validate/report.ts'
import { createTrainingChecks } from './validate/training-checks.ts'
import { readVariables } from './variables.ts'
import { baseUrl, nameInUrl, shown } from './wire.ts'
import { createScratch } from './workerd-guard.ts'

export default defineCommand({
  meta: { name: 'validate', description: 'Play an environment as a trainer would and report what is wrong with it' },
  args: {
    target: {
      type: 'positional',
      required: false,
      default: 'environment.ts',
      description: 'File of environments, or URL of a running one',
    },
    timeout: { type: 'string', default: '30', valueHint: 's', description: 'End a file’s resets and steps after so long' },
    json: { type: 'boolean', default: false, description: 'Print OpenEnv’s report as JSON' },
  },
  async run({ args: { target, timeout, json } }) {
    const timeoutS = readCount('--timeout', timeout)
    const progress = startProgress()
    const isUrl = /^(http|ws)s?:/.test(target)
    const results = await (isUrl ? validateUrl(baseUrl(target), progress) : validateFile(target, timeoutS, progress)).finally(progress.stop)
    console.log(json ? JSON.stringify(toReport(shown(target), results), null, 2) : toLines(shown(target), results).join('\n'))
    process.exitCode = verdictOf(results) === 'fail' ? 1 : 0
  },
})

/** The checks of a running environment, in order; the first that finds no server ends them. */
async function validateUrl(base: string, progress: Progress): Promise<Result[]> {
  progress.say(`Asking ${shown(base)}`)
  const environment = await readRemoteEnvironment(base)
  const results: Result[] = []
  for (const { id, run } of [...contractChecks, ...createTrainingChecks(environment)]) {
    progress.say(`Checking ${id}`)
    tellPipe(`${nameInUrl(base) ?? shown(base)}: checking ${id}`)
    results.push(await timed(id, () => run(environment)))
  }
  return results
}

/** The checks of a file in process, then, when it passed, of what it becomes when it is served. */
async function validateFile(file: string, timeoutS: number, progress: Progress): Promise<Result[]> {
  if (!existsSync(file)) throw new CommandError(`No such file: ${file}. Name a file of environments or a URL.`, { exitCode: 2 })
  const tools = loadTools()
  const scratch = createScratch()
  try {
    progress.say(`Checking ${file}`)
    const { names, results } = await checkFile(file, timeoutS, { tools, scratch })
    if (verdictOf(results) === 'fail') return results
    progress.say('Starting it')
    const bundle = await bundleFile(file, tools)
    const runtime = await startLocalRuntime({ bundle, host: '127.0.0.1', port: 0, variables: readVariables() }, tools)
    try {
      for (const name of names) results.push(...(await validateUrl(`${runtime.url.origin}/envs/${name}`, progress)))
      return results
    } finally {
      await runtime.stop()
    }
  } finally {
    scratch.remove()
  }
}

/** Where no spinner shows what is being done: a check of an environment in a container takes a minute. */
function tellPipe(what: string): void {
  if (!process.stdout.isTTY) console.error(`openenv-edge: ${what}`)
}

/** A check that throws has failed: what it played broke the contract before it could look. */
async function timed(id: string, run: () => ReturnType<Check['run']>): Promise<Result> {
  const started = performance.now()
  const outcome = await run().catch((error: unknown) => ({
    status: 'fail' as const,
    message: messageOf(error),
  }))
  return { id, ...outcome, seconds: (performance.now() - started) / 1000 }
}
