import type { BoxQueue } from './box-queue.ts'
import type { EnvironmentBox } from './environment-box.ts'

/** What a deployment with containers binds (wrangler.toml). */
export interface BoxBindings {
  readonly BOXES: DurableObjectNamespace<EnvironmentBox>
  /** Absent: containers are started as they are asked for, and the platform's own limits answer. */
  readonly BOX_QUEUE?: DurableObjectNamespace<BoxQueue>
  /** Containers that may run at once; default 20, the platform's own default of `max_instances`. */
  readonly OPENENV_MAX_BOXES?: number | string
}

/** The queue of a deployment: there is one. */
export function queueOf({ BOX_QUEUE }: BoxBindings): DurableObjectStub<BoxQueue> | undefined {
  return BOX_QUEUE?.get(BOX_QUEUE.idFromName('queue'))
}
