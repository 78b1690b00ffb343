import type { EnvironmentCase } from '../cases.ts'
import { startOurs } from './ours.ts'
import type { RunningServer } from './server.ts'
import { startStock } from './stock.ts'
import { startBareObject, startPlainNode } from './yardsticks.ts'

/** A server of the comparison, by the name that tables and `--servers` use. */
export interface Contender {
  readonly name: ContenderName
  readonly about: string
  /** A yardstick holds no environment: it answers only cases whose reply it can print. */
  readonly isYardstick: boolean
  start(environment: EnvironmentCase): Promise<RunningServer>
  socketPath(environment: EnvironmentCase): string
}

export type ContenderName = 'ours' | 'stock' | 'stock-2' | 'node' | 'bare'

export const CONTENDERS: readonly Contender[] = [
  {
    name: 'ours',
    about: 'openenv-edge serve --memory',
    isYardstick: false,
    start: () => startOurs('memory'),
    socketPath: (environment) => `/envs/${environment.name}/ws`,
  },
  {
    name: 'stock',
    about: "OpenEnv's server, uvicorn, one worker",
    isYardstick: false,
    start: (environment) => startStock(1, environment),
    socketPath: () => '/ws',
  },
  {
    name: 'stock-2',
    about: "OpenEnv's server, uvicorn, two workers",
    isYardstick: false,
    start: (environment) => startStock(2, environment),
    socketPath: () => '/ws',
  },
  {
    name: 'bare',
    about: 'a Durable Object that parses and prints JSON, same workerd',
    isYardstick: true,
    start: startBareObject,
    socketPath: () => '/ws',
  },
  {
    name: 'node',
    about: 'a plain Node ws server that parses and prints JSON',
    isYardstick: true,
    start: startPlainNode,
    socketPath: () => '/ws',
  },
]

/** A contender by name. */
export function contenderNamed(name: string): Contender {
  const found = CONTENDERS.find((candidate) => candidate.name === name)
  if (found === undefined) {
    throw new Error(`No server named "${name}". Known: ${CONTENDERS.map((candidate) => candidate.name).join(', ')}.`)
  }
  return found
}
