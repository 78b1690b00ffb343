import type { LoadResult } from './load/plan.ts'
import { median } from './statistics.ts'
import type { Cell } from './table.ts'

/** One run of the load generator, with what it ran against. */
export interface Sample {
  readonly label: string
  readonly sessions: number
  readonly round: number
  readonly result: LoadResult
}

/** A figure of a load result that has a median. */
export type Figure = Exclude<keyof LoadResult, 'failures' | 'firstFailure'>

export const LOAD_HEADINGS = [
  ...['server', 'sessions', 'connect ms', 'reset ms', 'all ready ms', 'steps/s', 'p50 ms', 'p99 ms'],
  ...['CPU us/step', 'CPU us/connect+reset', 'kB/session idle', 'kB/session used', 'failures'],
]

/** Memory a session means nothing while the runtime's own growth is as large. */
const FEWEST_SESSIONS_FOR_MEMORY = 128

/** The median over the rounds of one figure; null where nothing was measured. */
export function middle(samples: readonly Sample[], figure: Figure): number | null {
  const values = samples.map((sample) => sample.result[figure]).filter((value) => value !== null)
  return median(values) ?? null
}

/** One table row for the samples of one server at one number of sessions. */
export function loadRow(samples: readonly Sample[]): Cell[] {
  const [first] = samples
  if (first === undefined) return []
  const kilobytes = (figure: Figure): number | null =>
    first.sessions < FEWEST_SESSIONS_FOR_MEMORY ? null : (middle(samples, figure) ?? 0) / 1000
  return [
    ...[first.label, first.sessions],
    ...[middle(samples, 'connectP50Ms'), middle(samples, 'resetP50Ms'), middle(samples, 'readyMs')],
    ...[middle(samples, 'stepsPerSecond'), middle(samples, 'stepP50Ms'), middle(samples, 'stepP99Ms')],
    ...[
      middle(samples, 'cpuMicrosecondsPerStep'),
      middle(samples, 'cpuMicrosecondsPerReady'),
      kilobytes('idleBytesPerSession'),
      kilobytes('usedBytesPerSession'),
    ],
    failuresOf(samples),
  ]
}

export function failuresOf(samples: readonly Sample[]): number {
  return samples.reduce((total, sample) => total + sample.result.failures, 0)
}

/** The median of the ratios of one round's figures, so that both sides of a ratio saw the same machine. */
export function ratio(samples: readonly Sample[], figure: Figure, sessions: number, over: string, under: string): number | null {
  const at = (label: string, round: number): number | null | undefined =>
    samples.find((sample) => sample.label === label && sample.sessions === sessions && sample.round === round)?.result[figure]
  const rounds = [...new Set(samples.map((sample) => sample.round))]
  const ratios = rounds.flatMap((round) => {
    const [above, below] = [at(over, round), at(under, round)]
    return above && below ? [above / below] : []
  })
  return median(ratios) ?? null
}
