import { z } from 'zod'
import { type Context, defineEnvironment, type Rng } from '../../core/index.ts'
import { type Game, type Player, TERMINAL } from './game.ts'

const AGENT = 0
/** OpenSpiel's `kInvalidAction`, which it refuses in every game. */
const INVALID_ACTION = -1

const OPPONENTS = {
  random: (legal: readonly number[], rng: Rng) => rng.choice(legal),
  first: (legal: readonly number[]) => legal[0],
  last: (legal: readonly number[]) => legal.at(-1),
  middle: (legal: readonly number[]) => legal[Math.floor(legal.length / 2)],
} as const

type OpponentPolicy = keyof typeof OPPONENTS

const OpenSpielAction = z
  .object({ action_id: z.int(), game_name: z.string().default('catch'), game_params: z.record(z.string(), z.unknown()).default({}) })
  .meta({ title: 'OpenSpielAction' })

const OpenSpielObservation = z
  .object({
    info_state: z.array(z.number()),
    legal_actions: z.array(z.int()),
    game_phase: z.string().default('playing'),
    current_player_id: z.int().default(0),
    opponent_last_action: z.int().nullable().default(null),
  })
  .meta({ title: 'OpenSpielObservation' })

const OpenSpielState = z
  .object({
    step_count: z.int(),
    game_name: z.string(),
    agent_player: z.int(),
    opponent_policy: z.string(),
    game_params: z.object({}),
    num_players: z.int(),
  })
  .meta({ title: 'OpenSpielState' })

export interface Progress<State> {
  readonly game: State
  /** Moves of both players since the reset, a step that only began a new game included. */
  readonly step_count: number
  readonly opponent_last_action: number | null
}

interface OpenSpielOptions {
  /** Name in URLs. Default: the game's. */
  readonly name?: string
  readonly aliases?: readonly string[]
  readonly opponent?: OpponentPolicy
  readonly version?: string
}

function isOpponent(player: Player): boolean {
  return player !== AGENT && player !== TERMINAL
}

/** Plays the opponent until it is the agent's turn or the game is over. */
function playOpponent<State>(game: Game<State>, policy: OpponentPolicy, before: Progress<State>, rng: Rng) {
  let progress = before
  let reward: number | undefined
  while (isOpponent(game.player(progress.game))) {
    const action = OPPONENTS[policy](game.legalActions(progress.game), rng) ?? 0
    const applied = game.apply(progress.game, action, rng)
    progress = { game: applied.state, step_count: progress.step_count + 1, opponent_last_action: action }
    reward = applied.reward
  }
  return { progress, reward }
}

/** The turn that shows `state`. A null reward marks the start of a game, as OpenSpiel's first time step has none. */
function observe<State>(game: Game<State>, state: Progress<State>, reward: number | null) {
  const player = game.player(state.game)
  const isOver = player === TERMINAL
  return {
    state,
    observation: {
      info_state: game.infoState(state.game),
      legal_actions: [...game.legalActions(state.game)],
      game_phase: isOver ? 'terminal' : reward === null ? 'initial' : 'playing',
      current_player_id: player,
      opponent_last_action: state.opponent_last_action,
    },
    reward,
    done: isOver,
  }
}

/**
 * A game of OpenSpiel as upstream's `openspiel_env` serves it. `game_name` and `game_params` of an action are read by nobody, as
 * there. A step after the end throws its action away and begins the next game; trainers that forget to reset live on it.
 */
export function createOpenSpiel<State>(game: Game<State>, options: OpenSpielOptions = {}) {
  const { name = game.name, aliases = [], opponent = 'random', version = '1' } = options

  return defineEnvironment({
    name,
    version,
    aliases,
    description: game.description,
    action: OpenSpielAction,
    observation: OpenSpielObservation,
    state: z.object({ game: game.state, step_count: z.int(), opponent_last_action: z.int().nullable() }),
    view: {
      isUnpublished: true,
      schema: OpenSpielState,
      from: ({ step_count }) => ({
        step_count,
        game_name: game.name,
        agent_player: AGENT,
        opponent_policy: opponent,
        game_params: {},
        num_players: game.players,
      }),
    },
    afterDone: 'continue',
    examples: [0, 1].map((action_id) => ({ action_id, game_name: game.name, game_params: {} })),

    reset: ({ rng }) => observe(game, { game: game.start(rng), step_count: 0, opponent_last_action: null }, null),

    step(before: Progress<State>, { action_id }: { action_id: number }, { rng }: Context) {
      const step_count = before.step_count + 1
      if (game.player(before.game) === TERMINAL) return observe(game, { ...before, game: game.start(rng), step_count }, null)
      if (action_id === INVALID_ACTION) throw new RangeError('Action -1 is what OpenSpiel calls no action.')
      const applied = game.apply(before.game, action_id, rng)
      const { progress, reward } = playOpponent(game, opponent, { ...before, game: applied.state, step_count }, rng)
      return observe(game, progress, reward ?? applied.reward)
    },

    render: (state) => ({ text: game.picture(state.game) }),
  })
}
