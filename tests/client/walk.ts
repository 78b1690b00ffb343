/** What a walk on the grid leads to, worked out without the environment's code. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly reward: number
  readonly done: boolean
}

export type Move = 'UP' | 'DOWN' | 'LEFT' | 'RIGHT'

const GOAL = 4
const ROUND: readonly Move[] = ['DOWN', 'RIGHT', 'DOWN', 'RIGHT', 'DOWN', 'DOWN', 'RIGHT', 'RIGHT', 'UP', 'LEFT', 'LEFT', 'UP', 'UP']

/** A walk of any length: round after round over the grid, over its goal and against its walls. */
export function walk(length: number): { readonly moves: readonly Move[]; readonly places: readonly Place[] } {
  const moves = Array.from({ length }, (_, index) => ROUND[index % ROUND.length] ?? 'UP')
  let x = 0
  let y = 0
  const places = moves.map((move) => {
    if (move === 'UP') x = Math.max(x - 1, 0)
    if (move === 'DOWN') x = Math.min(x + 1, GOAL)
    if (move === 'LEFT') y = Math.max(y - 1, 0)
    if (move === 'RIGHT') y = Math.min(y + 1, GOAL)
    const done = x === GOAL && y === GOAL
    return { x, y, reward: done ? 1 : -0.1, done }
  })
  return { moves, places }
}

/** The same, as a client saw it. */
export function placeOf(turn: { observation: { x: number; y: number }; reward: number | boolean | null; done: boolean }) {
  return { x: turn.observation.x, y: turn.observation.y, reward: turn.reward, done: turn.done }
}
