import { create2048 } from '../openspiel/2048.ts'
import { ticTacToeGame } from '../openspiel/tic-tac-toe.ts'

interface Seen {
  readonly info_state: readonly number[]
  readonly legal_actions: readonly number[]
}

interface Move {
  action_id: number
}

/** Goes under the ball; always catches it. */
export function teachCatch({ info_state }: Seen): Move {
  const ball = info_state.indexOf(1) % 5
  const paddle = info_state.lastIndexOf(1) % 5
  return { action_id: 1 + Math.sign(ball - paddle) }
}

/** Hits below 17, as the dealer does. */
export function teachBlackjack({ info_state }: Seen): Move {
  const total = info_state.slice(3, 33).lastIndexOf(1)
  return { action_id: total < 17 ? 0 : 1 }
}

/** Bets: against an opponent that folds every other hand nothing pays more, whatever the card. */
export function teachKuhnPoker(_seen: Seen): Move {
  return { action_id: 1 }
}

/** Up, along the cliff and down: nine steps. */
export function teachCliffWalking({ info_state }: Seen): Move {
  const steps = info_state.filter((value) => value === 1).length
  return { action_id: steps === 0 ? 1 : steps < 8 ? 0 : 3 }
}

/** Full search; never loses. */
export function teachTicTacToe({ info_state }: Seen): Move {
  const board = Array.from({ length: 9 }, (_, cell) => [0, 1, 2].find((plane) => info_state[plane * 9 + cell] === 1) ?? 0)
  return { action_id: bestCell({ board }, new Map()).action }
}

interface Best {
  readonly action: number
  readonly value: number
}

function bestCell(state: { board: number[] }, known: Map<string, Best>): Best {
  const key = state.board.join('')
  const sign = ticTacToeGame.player(state) === 0 ? 1 : -1
  let best = known.get(key) ?? { action: -1, value: -Infinity }
  if (known.has(key)) return best
  for (const action of ticTacToeGame.legalActions(state)) {
    const after = ticTacToeGame.apply(state, action, NO_CHANCE)
    const isOver = ticTacToeGame.legalActions(after.state).length === 0
    const value = isOver ? sign * after.reward : -bestCell(after.state, known).value
    if (value > best.value) best = { action, value }
  }
  known.set(key, best)
  return best
}

/** Noughts and crosses draw nothing. */
const NO_CHANCE = {
  random: () => 0,
  integer: (low: number) => low,
  choice<T>(items: readonly T[]): T {
    if (items[0] === undefined) throw new RangeError('No choice from an empty list.')
    return items[0]
  },
  shuffle: <T>(items: readonly T[]) => [...items],
  normal: () => 0,
}

const game2048 = create2048()

/** Keeps the great tiles in a corner: down or left where that merges or moves, else right, else up. */
export function teach2048({ info_state, legal_actions }: Seen): Move {
  const gain = (action: number) => game2048.apply({ board: [...info_state], merged: [] }, action, NO_CHANCE).reward
  const ranked = [2, 3, 1, 0].filter((action) => legal_actions.includes(action))
  const corner = ranked.filter((action) => action === 2 || action === 3)
  const choices = corner.length > 0 ? corner : ranked
  return { action_id: choices.toSorted((one, other) => gain(other) - gain(one))[0] ?? legal_actions[0] ?? 0 }
}
