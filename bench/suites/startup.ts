import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import type { Report } from '../report.ts'
import type { Settings } from '../settings.ts'
import { median } from '../statistics.ts'

const EMPTY = 'export class Sessions {}\nexport class SessionRegistry {}\nexport default { fetch: () => new Response("ok") }'
const RUNS = 9
/** What a worker may take before it serves (environment library, bundle); the platform ends one at 1 s. */
const LIMIT_MS = 100

interface Start {
  readonly worker: string
  readonly ms: number
}

/** How long the bundled library's worker takes to be evaluated: a runtime's start with it, less the same with a worker of one line. */
export async function runStartup({ progress }: Settings): Promise<Report> {
  const library = readFileSync(join(import.meta.dirname, '../../dist/worker/main.js'), 'utf8')
  const starts: Start[] = []
  for (let run = 0; run < RUNS; run++) {
    progress(`startup: run ${run + 1} of ${RUNS}`)
    for (const [worker, script] of [
      ['library', library],
      ['one line', EMPTY],
    ] as const) {
      starts.push({ worker, ms: await timeOf(script) })
    }
  }
  const middle = (worker: string): number => median(starts.filter((one) => one.worker === worker).map(({ ms }) => ms)) ?? 0
  const difference = middle('library') - middle('one line')
  return {
    suite: 'startup',
    about: `from a worker's script to its first answer, medians of ${RUNS} starts`,
    headings: ['worker', 'ms'],
    rows: [
      ['library', middle('library')],
      ['one line', middle('one line')],
      ['difference', difference],
    ],
    figures: starts,
    claims: [{ text: 'start-up of the worker with the whole library, ms', value: difference, bound: 'at most', limit: LIMIT_MS }],
    failures: 0,
  }
}

async function timeOf(script: string): Promise<number> {
  const storage = mkdtempSync(join(tmpdir(), 'openenv-edge-bench-'))
  const startedAt = performance.now()
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: 'bench',
      modules: [{ type: 'ESModule', path: 'main.js', contents: script }],
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
    await (await fetch(new URL('/health', await miniflare.ready))).text()
    return performance.now() - startedAt
  } finally {
    await miniflare.dispose()
    rmSync(storage, { recursive: true, force: true })
  }
}
