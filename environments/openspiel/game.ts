import type { z } from 'zod'
import type { Rng } from '../../core/index.ts'

/** Who moves: the agent (0), its opponent (1), or nobody any more (−4), numbered as OpenSpiel numbers players. */
export type Player = 0 | 1 | typeof TERMINAL

export const TERMINAL = -4

/** A game of OpenSpiel seen by player 0, the agent, who always moves first. Chance moves happen inside `start` and `apply`. */
export interface Game<State> {
  /** OpenSpiel's own name for it. */
  readonly name: string
  readonly description: string
  readonly players: 1 | 2
  readonly state: z.ZodType<State>
  start(rng: Rng): State
  player(state: State): Player
  /** Of the player to move; empty at the end. */
  legalActions(state: State): readonly number[]
  /** The state after the mover's action, and what this one move paid the agent. Throws where OpenSpiel's assertions do. */
  apply(state: State, action: number, rng: Rng): { state: State; reward: number }
  /** OpenSpiel's information state tensor for the agent. */
  infoState(state: State): number[]
  /** The agent's view as text. */
  picture(state: State): string
}

/** `length` zeros with a one at each of `ones` that lies inside. */
export function oneHot(length: number, ...ones: readonly number[]): number[] {
  const tensor = new Array<number>(length).fill(0)
  for (const at of ones) if (at >= 0 && at < length) tensor[at] = 1
  return tensor
}
