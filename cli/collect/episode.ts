import type { Dialect } from './dialect.ts'
import type { Player, ToolCall } from './policy.ts'
import { type Data, Float, isData, printPythonJson } from './python-json.ts'
import { type PlaySession, Refused, type Turn } from './session.ts'

/** One line of results.jsonl, in the order of OpenEnv's `EpisodeRecord`. */
export interface EpisodeRecord {
  readonly episode_id: string
  readonly messages: readonly Data[]
  /** Of the last turn that had one; null where none had. */
  readonly reward: Float | null
  readonly done: boolean
  readonly tool_trace: readonly Data[]
  readonly metrics: Data
  readonly verify_metrics: Data
  readonly artifacts: Data
  readonly task: null
  readonly extra: Data
}

export interface EpisodePlan {
  readonly id: string
  readonly reset: object
  readonly maxTurns: number
  readonly signal: AbortSignal
}

/** Plays an episode to its end, to a reply without a tool call, or to `maxTurns`. */
export async function playEpisode(
  session: PlaySession,
  { dialect, player, plan }: { dialect: Dialect; player: Player; plan: EpisodePlan },
) {
  let turn = await session.play('reset', plan.reset)
  const messages: Data[] = [{ role: 'user', content: dialect.prompt(turn, session) }]
  const trace: Data[] = []
  let turns = 0
  let done = false
  while (turns < plan.maxTurns && !done) {
    const { content, calls } = await player(messages, turn, plan.signal)
    turns++
    messages.push({ role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls.map(toMessageCall) }) })
    done = calls.length === 0
    for (const call of calls) {
      const played = await callTool(session, dialect, call)
      turn = played.turn ?? turn
      trace.push({ tool_name: call.name, arguments: call.input, result: played.result })
      messages.push({ role: 'tool', tool_call_id: call.id, name: call.name, content: printContent(played.result.data) })
      done = played.result.done === true
      if (done) break
    }
  }
  return toRecord(plan.id, { messages, trace, turns, done, state: session.state })
}

function toMessageCall({ id, name, input }: ToolCall): Data {
  return { id, type: 'function', function: { name, arguments: printPythonJson(input) } }
}

/** A refused action is told to the one who played it, and the episode goes on. */
async function callTool(session: PlaySession, dialect: Dialect, { name, input }: ToolCall): Promise<{ turn?: Turn; result: Data }> {
  try {
    if (!dialect.tools.some((tool) => tool.name === name)) throw new Refused(`Unknown tool: ${name}`)
    const turn = await session.play('step', dialect.toAction(name, input))
    const { reward, done } = turn
    return { turn, result: { data: dialect.toResult(name, input, turn), done, metadata: { reward, state: session.state }, error: null } }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { result: { data: { error: error.message }, done: false, metadata: {}, error: error.message } }
  }
}

function printContent(data: unknown): string {
  return typeof data === 'string' ? data : printPythonJson(data, { sortKeys: true })
}

interface Played {
  readonly messages: readonly Data[]
  readonly trace: readonly Data[]
  readonly turns: number
  readonly done: boolean
  readonly state: Data
}

function toRecord(id: string, { messages, trace, turns, done, state }: Played): EpisodeRecord {
  const steps = 'step_count' in state ? { step_count: state.step_count } : {}
  return {
    episode_id: id,
    messages,
    reward: lastReward(trace),
    done,
    tool_trace: trace,
    metrics: { turns, tool_calls: trace.length },
    verify_metrics: steps,
    artifacts: { final_state: state, transcript_length: messages.length },
    task: null,
    extra: {},
  }
}

/** The environment's own last word; nothing here makes up a reward. */
function lastReward(trace: readonly Data[]): Float | null {
  for (const { result } of trace.toReversed()) {
    const reward = isData(result) && isData(result.metadata) ? result.metadata.reward : undefined
    if (reward instanceof Float) return reward
    if (typeof reward === 'number' || typeof reward === 'bigint' || typeof reward === 'boolean') return new Float(Number(reward))
  }
  return null
}
