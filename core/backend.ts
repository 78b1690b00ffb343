import type { Awaitable } from './environment.ts'
import type { Episode } from './episode.ts'
import type { JsonObject } from './json.ts'
import type { Reply } from './protocol.ts'
import type { Thrown } from './thrown.ts'
import type { Mode, ToolCall, ToolDescription, ToolError } from './tool.ts'

/** What a tool's call came to: the JSON text of a CallToolResult, or why there is none. */
export type ToolReply = { readonly result: string } | { readonly error: ToolError }

/** What a host gives to the one that runs an environment here. */
export interface BackendOptions {
  readonly mode?: Mode
  /** Hears what the environment's own functions throw, but for an `OpenEnvError`, which is meant for the client. */
  readonly onThrow?: (thrown: Thrown) => void
}

/** Where an environment runs: in process, in a box, in a stock image, at a remote URL. A session drives one, strictly in order. */
export interface Backend {
  /** Absent before the first reset, and where the episode lives elsewhere. */
  readonly episode: Episode | undefined
  /** What the world answered during the last call, for the episode's record. */
  readonly effects: readonly unknown[]
  /** False where the last call ended before all that it asked of the world was answered: to play it again could go otherwise. */
  readonly isRepeatable: boolean
  /** Reset keys of the last reset that the environment does not read. */
  readonly ignoredKeys: readonly string[]
  /** `data` as the client sent it. Throws what crosses the wire as an error frame; the episode is then as it was. */
  reset(data: JsonObject): Awaitable<Reply>
  step(data: JsonObject): Awaitable<Reply>
  /** Its tools; undefined, or no such method, where it has none. */
  listTools?(): Awaitable<readonly ToolDescription[] | undefined>
  /** A call that is no step: no reward, no step count. A failed one leaves the episode as it was. */
  callTool?(call: ToolCall): Awaitable<ToolReply>
  /** JSON text of what `state` shows. */
  state(): Awaitable<string>
  /** The episode as text, to be given back to a new backend; undefined without one. */
  snapshot(): string | undefined
  /** Goes back to a snapshot, or to none. */
  restore(snapshot: string | undefined): void
  /** The client has gone: ends what still runs. */
  close(): Awaitable<void>
}
