import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import type { Report } from '../report.ts'
import type { Settings } from '../settings.ts'
import { median } from '../statistics.ts'

/** What any worker must have: the same request with this costs what the measuring does. */
const ONE_LINE = 'export class Sessions {}'
/** Evaluates a module when a request names it, as wrangler's own profiler of start-up does (`wrangler check startup`). */
const IMPORTER = `export default {
  async fetch(request) {
    const name = new URL(request.url).pathname.slice(1)
    if (name !== '') await import('./' + name + '.js')
    return new Response('ok')
  }
}`
const RUNS = 9
/** What a worker may take before it serves (environment library, bundle); the platform ends one at 1 s. */
const LIMIT_MS = 100

interface Start {
  readonly worker: string
  readonly ms: number
  readonly cpuMs: number
}

/**
 * How long the bundled library's worker takes to be parsed and evaluated, which is what the platform counts as start-up: a request in a
 * fresh workerd that has it and imports it, less one that imports a module of one line.
 */
export async function runStartup({ progress }: Settings): Promise<Report> {
  const library = readFileSync(join(import.meta.dirname, '../../dist/worker/main.js'), 'utf8')
  const starts: Start[] = []
  for (let run = 0; run < RUNS; run++) {
    progress(`startup: run ${run + 1} of ${RUNS}`)
    starts.push(...(await startAll({ library, 'one-line': ONE_LINE })))
  }
  const middle = (worker: string, of: 'ms' | 'cpuMs'): number =>
    median(starts.filter((one) => one.worker === worker).map((one) => one[of])) ?? 0
  const row = (worker: string): [string, number, number] => [worker, middle(worker, 'ms'), middle(worker, 'cpuMs')]
  const [whole, least] = [row('library'), row('one-line')]
  const [ms, cpuMs] = [whole[1] - least[1], whole[2] - least[2]]
  const claim = (text: string, value: number) => ({ text, value, bound: 'at most' as const, limit: LIMIT_MS })
  return {
    suite: 'startup',
    about: `from the request that imports a worker's module to its answer, medians of ${RUNS} fresh runtimes`,
    headings: ['worker', 'ms', 'CPU ms'],
    rows: [whole, least, ['difference', ms, cpuMs]],
    figures: starts,
    claims: [claim('start-up of the worker with the whole library, ms', ms), claim('the same, ms of CPU', cpuMs)],
    failures: 0,
  }
}

/** One runtime, and each module imported once. */
async function startAll(scripts: Readonly<Record<string, string>>): Promise<Start[]> {
  const storage = mkdtempSync(join(tmpdir(), 'openenv-edge-bench-'))
  const modules = Object.entries({ main: IMPORTER, ...scripts }).map(([name, contents]) => {
    return { type: 'ESModule' as const, path: `/${name}.js`, contents }
  })
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: 'bench',
      modulesRoot: '/',
      modules,
      compatibilityDate: '2026-11-01',
      resourcePersistencePath: storage,
      host: '127.0.0.1',
      port: 0,
      unsafeRegisterWorker: false,
      cf: false,
      telemetry: { enabled: false },
      log: new Log(LogLevel.ERROR),
    }),
  )
  try {
    const url = await miniflare.ready
    for (let warm = 0; warm < 3; warm++) await ask(url, '')
    const starts: Start[] = []
    for (const worker of Object.keys(scripts).reverse()) starts.push({ worker, ...(await ask(url, worker)) })
    return starts
  } finally {
    await miniflare.dispose()
    rmSync(storage, { recursive: true, force: true })
  }
}

async function ask(url: URL, name: string): Promise<{ ms: number; cpuMs: number }> {
  const [startedAt, cpuBefore] = [performance.now(), cpuOfChildren()]
  const text = await (await fetch(new URL(name, url))).text()
  if (text !== 'ok') throw new Error(`The worker "${name}" does not start: ${text.slice(0, 500)}`)
  return { ms: performance.now() - startedAt, cpuMs: cpuOfChildren() - cpuBefore }
}

/** ms that the threads of this process's children have run: workerd's, to the nanosecond (proc_pid_schedstat). */
function cpuOfChildren(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  const threads = children.flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`))
  return threads.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[0]), 0) / 1e6
}
