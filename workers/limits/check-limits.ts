import type { AnyEnvironment } from '../../core/index.ts'
import {
  idleLimitOf,
  limitsOf,
  type Refusal,
  registryStub,
  type Spendable,
  type SubjectLimits,
  subjectName,
  waitOf,
} from '../../durable-objects/index.ts'
import type { Address } from '../address.ts'
import { findSession, type WorkerBindings } from '../session-stub.ts'

/** Routes on which an episode is played, or begun to be: they take steps, and may start a container. */
const PLAYS: ReadonlySet<string> = new Set(['ws', 'step', 'mcp', 'reset'])

/** A request of a known caller. */
export interface LimitedRequest {
  readonly bindings: WorkerBindings
  /** Undefined for a route of the deployment. */
  readonly environment: AnyEnvironment | undefined
  readonly address: Address
  readonly isSocket: boolean
}

/** The limit of its subject that a request meets, if one: before any session is touched. Asks nobody where none applies. */
export async function checkLimits({ bindings, environment, address, isSocket }: LimitedRequest): Promise<Refusal | undefined> {
  const { subject, route, options } = address
  const limits = limitsOf(bindings.OPENENV_LIMITS, subject)
  if (limits === undefined || subject === undefined) return undefined
  const needs = needsOf(limits, environment, route)
  const opens = isSocket && limits.sessions !== undefined && address.sessionId === undefined && waitOf(bindings, options.waitMs) === 0
  const session = opens && environment !== undefined ? (namedId(bindings, environment, address) ?? 'new') : undefined
  if (limits.rate === undefined && needs.length === 0 && session === undefined) return undefined
  const entry = { limits, needs, idleMs: idleLimitOf(bindings), ...(session === undefined ? {} : { session }) }
  return registryStub(bindings, subjectName(subject)).enter(entry)
}

function needsOf(limits: SubjectLimits, environment: AnyEnvironment | undefined, route: string): Spendable[] {
  if (!PLAYS.has(route)) return []
  const runsContainer = environment?.box !== undefined || environment?.container !== undefined
  const needs: Spendable[] = []
  if (limits.steps !== undefined) needs.push('steps')
  if (limits.container_seconds !== undefined && runsContainer) needs.push('container_seconds')
  return needs
}

/** A named session that has its place already needs no other. */
function namedId(bindings: WorkerBindings, environment: AnyEnvironment, address: Address): string | undefined {
  return address.key === undefined ? undefined : findSession(bindings, environment, address, undefined)?.stub.id.toString()
}
