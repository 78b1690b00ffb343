import type { ServedEnvironment } from '../core/index.ts'
import { type RegistryBindings, readPlaces, readTallies, STEP_BUCKETS_MS, type Tally } from '../durable-objects/index.ts'

interface Metric {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** Lines without the name: `{labels} value`, or with what a histogram puts behind its name. */
  readonly samples: readonly string[]
}

/** What a deployment did, in Prometheus' text format 0.0.4. */
export async function answerMetrics(bindings: RegistryBindings, environments: readonly ServedEnvironment[]): Promise<Response> {
  const metrics = await readMetrics(bindings, environments)
  return new Response(metrics.map(print).join(''), { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } })
}

async function readMetrics(bindings: RegistryBindings, environments: readonly ServedEnvironment[]): Promise<Metric[]> {
  const [tallies, places] = await Promise.all([readTallies(bindings), readPlaces(bindings, environments)])
  const all = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1))
  const count = (of: (tally: Tally) => number) => all.map(([environment, tally]) => `${labels({ environment })} ${of(tally)}`)
  const perScope = (of: (place: (typeof places)[number]) => number) =>
    places.map((place) => `${labels({ scope: place.name })} ${of(place)}`)
  return [
    { name: 'openenv_sessions_begun_total', type: 'counter', help: 'Sessions that played.', samples: count(({ opened }) => opened) },
    { name: 'openenv_sessions_ended_total', type: 'counter', help: 'Sessions that ended.', samples: count(({ ended }) => ended) },
    { name: 'openenv_episodes_total', type: 'counter', help: 'Episodes begun.', samples: count(({ episodes }) => episodes) },
    { name: 'openenv_steps_total', type: 'counter', help: 'Steps and tool calls.', samples: count(({ steps }) => steps) },
    { name: 'openenv_errors_total', type: 'counter', help: 'Error frames by code.', samples: all.flatMap(errorLines) },
    {
      name: 'openenv_step_duration_seconds',
      type: 'histogram',
      help: 'From a frame to its turn, in whole milliseconds.',
      samples: all.flatMap(durationLines),
    },
    { name: 'openenv_places', type: 'gauge', help: 'Sessions that may play at once.', samples: perScope(({ limit }) => limit) },
    { name: 'openenv_places_taken', type: 'gauge', help: 'Places taken.', samples: perScope(({ taken }) => taken) },
  ]
}

function print({ name, type, help, samples }: Metric): string {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => `${name}${sample}`), ''].join('\n')
}

function errorLines([environment, { errors }]: [string, Tally]): string[] {
  return Object.entries(errors).map(([code, count]) => `${labels({ environment, code })} ${count}`)
}

function durationLines([environment, { steps, stepMs, stepBuckets }]: [string, Tally]): string[] {
  let below = 0
  const buckets = STEP_BUCKETS_MS.map((bound, index) => {
    below += stepBuckets[index] ?? 0
    return `_bucket${labels({ environment, le: String(bound / 1000) })} ${below}`
  })
  const all = labels({ environment })
  return [...buckets, `_bucket${labels({ environment, le: '+Inf' })} ${steps}`, `_sum${all} ${stepMs / 1000}`, `_count${all} ${steps}`]
}

function labels(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (character) => ESCAPES[character] ?? '')}"`,
  )
  return `{${pairs.join(',')}}`
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }
