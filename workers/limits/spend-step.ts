import { limitsOf, quotaExceeded, registryStub, subjectName } from '../../durable-objects/index.ts'
import type { Address } from '../address.ts'
import type { WorkerBindings } from '../session-stub.ts'

/** Takes a step, or a tool call, from its subject's day: one that no session counts, since it has none. Throws `QUOTA_EXCEEDED`. */
export async function spendStep(bindings: WorkerBindings, { subject }: Address): Promise<void> {
  const maximum = limitsOf(bindings.OPENENV_LIMITS, subject)?.steps
  if (maximum === undefined || subject === undefined) return
  const { refusal } = await registryStub(bindings, subjectName(subject)).take('steps', 1, maximum)
  if (refusal !== undefined) throw quotaExceeded(refusal)
}
