import type { Description } from '../describe.ts'
import type { ClientSource } from './python-package.ts'

/** What a client package is made from, for an environment of ours. */
export function clientSourceOf({ name, version, description, schemas, state, examples: [example] }: Description): ClientSource {
  const { action, observation, reset_observation: resetObservation } = schemas
  return { name, version, description, action, observation, resetObservation, state, ...(example === undefined ? {} : { example }) }
}
