import type { AnyEnvironment, Awaitable } from './environment.ts'

/** What a host knows of an environment before its module is evaluated. */
export type EnvironmentFacts = Pick<AnyEnvironment, 'name' | 'aliases' | 'box' | 'maxSessions'>

/**
 * An environment whose module is evaluated when it is first asked for, so that a worker with many starts as fast as one with a few. Its
 * facts are the environment's own, told once more.
 */
export interface LazyEnvironment extends EnvironmentFacts {
  readonly load: () => Promise<AnyEnvironment>
}

/** What a deployment may list. */
export type ServedEnvironment = AnyEnvironment | LazyEnvironment

/** The environment itself. A module is evaluated once, whoever asks. */
export function loadEnvironment(served: ServedEnvironment): Awaitable<AnyEnvironment> {
  return 'load' in served ? served.load() : served
}
