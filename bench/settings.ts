import { parseArgs } from 'node:util'
import { caseNamed, type EnvironmentCase } from './cases.ts'
import { CONTENDERS, type Contender, contenderNamed } from './servers/contenders.ts'

/** What every suite is told. */
export interface Settings {
  readonly environment: EnvironmentCase
  readonly contenders: readonly Contender[]
  readonly sessions: readonly number[]
  readonly rounds: number
  readonly warmUpMs: number
  readonly measureMs: number
  readonly isQuick: boolean
  /** Tells the person who waits what is being measured. */
  progress(line: string): void
}

export interface Invocation {
  readonly settings: Settings
  /** Suites to run; empty means all. */
  readonly only: readonly string[]
  /** Without its ending: text and JSON are written there. */
  readonly resultsFile: string
}

export const USAGE = `npm run bench -- [options]
  --quick             one short round with fewer sessions, for development
  --only <suites>     of: throughput, burst, ramp, named, gaps, latency, startup, and containers, which needs Docker
  --servers <names>   of: ${CONTENDERS.map((contender) => `${contender.name} (${contender.about})`).join(',\n                      ')}
  --sessions <counts> default 1,16,256,1024
  --rounds <count>    default 5
  --seconds <length>  of each measured window; default 2.5, slow environments need more
  --env <name>        default echo_legacy
  --json <file>       default bench/results/latest.json; the tables as text stand beside it`

/** Reads the command line; throws a TypeError that names an option nobody knows. */
export function readInvocation(parameters: readonly string[], resultsFile: string): Invocation {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      servers: { type: 'string', default: '' },
      sessions: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      env: { type: 'string', default: 'echo_legacy' },
      json: { type: 'string', default: resultsFile },
    },
  })
  const environment = caseNamed(values.env)
  const named = listOf(values.servers).map(contenderNamed)
  const settings: Settings = {
    environment,
    contenders: (named.length > 0 ? named : CONTENDERS).filter((one) => environment.hasYardsticks || !one.isYardstick),
    sessions: listOf(values.sessions ?? (values.quick ? '1,16,256' : '1,16,256,1024')).map(Number),
    rounds: Number(values.rounds ?? (values.quick ? 1 : 5)),
    warmUpMs: values.quick ? 500 : 1500,
    measureMs: 1000 * Number(values.seconds ?? (values.quick ? 1 : 2.5)),
    isQuick: values.quick,
    progress: (line) => process.stderr.write(`${line}\n`),
  }
  return { settings, only: listOf(values.only), resultsFile: values.json.replace(/\.json$/, '') }
}

function listOf(text: string): string[] {
  return text.split(',').filter((part) => part !== '')
}
