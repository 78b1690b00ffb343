import { z } from 'zod'
import type { Turn } from '../../core/index.ts'
import type { Arena } from './arena.ts'

const Message = z.object({ sender_id: z.int(), content: z.string(), category: z.string() })

/** The auxiliary rewards that travel beside the game's own, as `info`, `metadata` and `state` show them. */
export const Signals = z.record(z.string(), z.number())
export type Signals = z.output<typeof Signals>

const Info = z.object({ reward_signals: Signals.optional() })

export const TextArenaAction = z.object({ message: z.string() }).meta({ title: 'TextArenaAction' })

export const TextArenaObservation = z
  .object({
    prompt: z.string(),
    messages: z.array(Message).default([]),
    current_player_id: z.int().default(0),
    legal_players: z.array(z.int()).default([]),
    info: Info.default({}),
  })
  .meta({ title: 'TextArenaObservation' })

export const TextArenaMetadata = z.object({
  env_id: z.string(),
  turn: z.int(),
  raw_messages: z.array(Message),
  reward_signals: Signals.optional(),
})

/** `state` without `raw_state`, which each game describes for itself. */
const common = {
  env_id: z.string(),
  num_players: z.int(),
  max_turns: z.int().nullable(),
  turn: z.int(),
  last_reward: z.number(),
  last_info: Info,
}

/** The schema of `state` for a game whose `game_state` is of `gameState`. */
export function stateSchema(gameState: z.ZodType) {
  const RawState = z.object({
    turn: z.int(),
    game_state: gameState,
    logs: z.array(z.tuple([z.int(), z.string()])),
    // A win is the int 1, what a loss is worth a float.
    rewards: z.record(z.string(), z.union([z.bigint(), z.number()])).nullable(),
    done: z.boolean(),
    role_mapping: z.record(z.string(), z.string()),
    game_info: z.record(
      z.string(),
      z.object({ role: z.string(), invalid_move: z.boolean(), turn_count: z.int(), reason: z.string().optional() }),
    ),
    step_info: z.object({}),
    reward_signals: Signals.optional(),
  })
  return z.object({ ...common, raw_state: z.union([RawState, z.object({})]) }).meta({ title: 'TextArenaState' })
}

/** A turn as upstream's server frames it. `content` is the conversation as this variant shows it. */
export function frame<State extends { arena: Arena; signals?: Signals | undefined }>(
  envId: string,
  state: State,
  content: string,
): Turn<z.output<typeof TextArenaObservation>, State> {
  const { arena, signals } = state
  const { turn } = arena
  const messages = [{ sender_id: -1, content, category: 'MESSAGE' }]
  const info = signals === undefined ? {} : { reward_signals: signals }
  return {
    state,
    // Until the first turn counts, the conversation is the prompt; later upstream names the game instead.
    observation: { prompt: turn === 0 ? content.trim() : envId, messages, current_player_id: 0, legal_players: [0], info },
    reward: arena.reward ?? 0,
    done: arena.done,
    metadata: { env_id: envId, turn, raw_messages: messages, ...info },
  }
}

/** What `state` shows; `gameState` is the game's own part. Before the first reset there is none. */
export function showState(envId: string, arena: Arena | undefined, signals: Signals | undefined, gameState: object) {
  const head = { env_id: envId, num_players: 1, max_turns: null, turn: arena?.turn ?? 0, last_reward: arena?.reward ?? 0 }
  const info = signals === undefined ? {} : { reward_signals: signals }
  if (arena === undefined) return { ...head, last_info: {}, raw_state: {} }
  const { turn, done, reward, isWon, isInvalid, reason, events } = arena
  const raw_state = {
    turn,
    game_state: gameState,
    logs: events.map(({ from, text }) => [from, text]),
    rewards: reward === null ? null : { '0': isWon ? 1n : reward },
    done,
    role_mapping: { '0': 'Player', '-1': 'GAME' },
    game_info: { '0': { role: 'Player 0', invalid_move: isInvalid, turn_count: turn, reason } },
    step_info: {},
    ...info,
  }
  return { ...head, last_info: info, raw_state }
}
