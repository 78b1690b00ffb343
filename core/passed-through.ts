import { z } from 'zod'
import { defineEnvironment, type Environment, type EnvironmentDefinition } from './environment.ts'
import { OpenEnvError } from './errors.ts'

/** What an environment whose own server answers says of itself. */
export type Names = Pick<EnvironmentDefinition<unknown, unknown, unknown, unknown>, 'name' | 'version' | 'description' | 'aliases'>

/** An environment whose own server answers its requests: what it takes and shows is not known here. */
export type PassedThrough = Environment<Record<string, unknown>, Record<string, unknown>, Record<string, unknown>>

const anything = z.record(z.string(), z.unknown())

/** Declares an environment that a host passes requests on to, at its `place`, and never runs: `where` says so to one that does. */
export function definePassedThrough(
  names: Names,
  place: Pick<EnvironmentDefinition<unknown, unknown, unknown, unknown>, 'container' | 'remote'>,
  where: string,
): PassedThrough {
  function refuse(): never {
    throw new OpenEnvError('FACTORY_ERROR', `This environment runs ${where} of its own: serve it with a Worker (docs/containers.md).`)
  }
  return defineEnvironment({ ...names, ...place, action: anything, observation: anything, state: anything, reset: refuse, step: refuse })
}
