import type { ServedEnvironment } from '../core/index.ts'
import { createApp } from './app.ts'
import { createRegistry } from './registry.ts'
import type { WorkerBindings } from './session-stub.ts'

export interface WorkerOptions {
  /** What the deployment serves, each under `/envs/<name>`. */
  readonly environments: readonly ServedEnvironment[]
  /** Name of the environment that the root serves. Default: the first. */
  readonly default?: string
}

/** The Worker of a deployment: `export default createWorker({ environments })`. Throws a TypeError for names that clash. */
export function createWorker({ environments, default: defaultName }: WorkerOptions): ExportedHandler<WorkerBindings> {
  const app = createApp(createRegistry(environments, defaultName))
  return { fetch: (request, bindings, context) => app.fetch(request as unknown as Request, bindings, context) }
}
