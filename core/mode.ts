import type { AnyEnvironment } from './environment.ts'
import { OpenEnvError } from './errors.ts'
import type { Mode } from './tool.ts'

/** An environment's mode: its own, else the deployment's `OPENENV_MODE`, else `simulation`. A misspelt one opens nothing. */
export function modeOf({ mode }: Pick<AnyEnvironment, 'mode'>, deployment: unknown): Mode {
  if (mode !== undefined) return mode
  if (deployment === undefined || deployment === '') return 'simulation'
  if (deployment === 'simulation' || deployment === 'production') return deployment
  throw new OpenEnvError('FACTORY_ERROR', `OPENENV_MODE is "${deployment}"; it must be "simulation" or "production".`)
}
