/** What one check found. `fail` breaks the contract; `warn` is worth a look; `skip` could not be tried. */
export interface Outcome {
  readonly status: 'pass' | 'fail' | 'warn' | 'skip'
  /** Absent when it passed. */
  readonly message?: string
  /** What its author can do about it, as a sentence. */
  readonly remedy?: string
  readonly measured?: Readonly<Record<string, unknown>>
}

export interface Result extends Outcome {
  /** OpenEnv's policy id where it has one (contract.md 2.6), else one that starts with `openenv_edge.`. */
  readonly id: string
  readonly seconds: number
}

export type Verdict = 'pass' | 'warn' | 'fail'

export function verdictOf(results: readonly Result[]): Verdict {
  if (results.some(({ status }) => status === 'fail')) return 'fail'
  return results.some(({ status }) => status !== 'pass') ? 'warn' : 'pass'
}

/** The report in the shape of OpenEnv's `validate`, whose only statuses are pass, fail, skip and error: a warning is a pass with evidence. */
export function toReport(target: string, results: readonly Result[]): object {
  return {
    report_schema_version: '2',
    target,
    source_digest: null,
    signature: null,
    manifest: null,
    policy_version: 'v2',
    lane: 'local',
    levels_run: [2],
    results: results.map(({ id, status, message, remedy = null, measured, seconds }) => ({
      check_id: id,
      status: status === 'warn' ? 'pass' : status,
      measured: measured ?? {},
      evidence: message === undefined ? [] : [message],
      remediation: remedy,
      duration_s: seconds,
    })),
    verdict: verdictOf(results),
  }
}

/** The report as lines for a person. */
export function toLines(target: string, results: readonly Result[]): string[] {
  const lines = results.flatMap(({ id, status, message, measured = {} }) => [
    `  ${status.padEnd(4)}  ${id}`,
    ...(message === undefined ? [] : [`        ${message}`]),
    ...(message !== undefined || Object.keys(measured).length === 0 ? [] : [`        ${describeMeasured(measured)}`]),
  ])
  return [target, ...lines, `verdict: ${verdictOf(results)}${reasonsOf(results)}`]
}

/** Why a verdict is `warn`, and what mends it. */
function reasonsOf(results: readonly Result[]): string {
  if (verdictOf(results) !== 'warn') return ''
  const named = ([status, word]: readonly [Result['status'], string]): string[] => {
    const ids = [...new Set(results.filter((result) => result.status === status).map(({ id }) => id))]
    return ids.length === 0 ? [] : [`${ids.join(', ')} ${word}`]
  }
  const remedies = [...new Set(results.flatMap(({ remedy = [] }) => remedy))]
  const reasons = (
    [
      ['warn', 'warned'],
      ['skip', 'could not be tried'],
    ] as const
  ).flatMap(named)
  return ` (${reasons.join('; ')}). ${remedies.join(' ')}`.trimEnd()
}

/** As `floor 0, ceiling 5`. */
function describeMeasured(measured: Readonly<Record<string, unknown>>): string {
  return Object.entries(measured)
    .map(([name, value]) => `${name} ${typeof value === 'number' ? Math.round(value * 1000) / 1000 : JSON.stringify(value)}`)
    .join(', ')
}
