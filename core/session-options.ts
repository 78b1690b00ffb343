import type { OpenEnvError } from './errors.ts'
import type { JsonObject } from './json.ts'
import type { Closing } from './json-rpc.ts'
import type { Reply } from './protocol.ts'
import type { Mode } from './tool.ts'

/** A client's reset or step. `requestId` is ours: a repeat of the last one gets the stored answer. */
export interface PlayRequest {
  readonly type: 'reset' | 'step'
  readonly data: JsonObject
  readonly requestId?: string | undefined
}

/** What was just applied, for the host to keep before it is acknowledged. A `call` is a tool call that was no step. */
export interface AppliedTurn {
  readonly type: 'reset' | 'step' | 'call'
  readonly data: JsonObject
  /** True when it began an episode: a reset, or the first step of a session that needs none. */
  readonly isStart: boolean
  /** The request that it answers, where that is numbered. */
  readonly requestId: string | undefined
  /** What a repeat is answered with from here on. */
  readonly stored: StoredAnswer | undefined
}

/** The last acknowledged turn of a client that numbers its requests. */
export interface StoredAnswer {
  readonly requestId: string
  readonly reply: Reply
}

/** What stands between a client and its episode: the answer to every frame but a reset, or (not sticky) to the next one only,
 * for who trains and for who calls tools. */
export interface Fault {
  readonly error: OpenEnvError
  readonly isSticky: boolean
}

export interface SessionOptions {
  /** Keeps a turn before it is acknowledged. When it throws, the turn is undone and the client sees the error. */
  keep?: ((turn: AppliedTurn) => void) | undefined
  stored?: StoredAnswer | undefined
  fault?: Fault | undefined
  /** Id by which JSON-RPC knows this session. */
  id?: string | undefined
  /** Closes another session, for JSON-RPC's `openenv/session/close`. */
  closeOther?: ((id: string) => Promise<Closing>) | undefined
  /** In `production`, reset, step and state are refused. Default `simulation`. */
  mode?: Mode | undefined
}
