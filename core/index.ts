export {
  type AnyEnvironment,
  type Awaitable,
  type Context,
  type Durability,
  defineEnvironment,
  type Environment,
  type EnvironmentDefinition,
  type Picture,
  type ResetContext,
  type StateView,
  type Turn,
} from './environment.ts'
export { type Description, describe } from './describe.ts'
export { type ErrorCode, OpenEnvError } from './errors.ts'
export type { Json, JsonObject } from './json.ts'
export { createRng, type Rng } from './rng.ts'
