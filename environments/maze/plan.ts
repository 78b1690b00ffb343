/** 1 is a wall. */
export const MAZE = [
  [0, 0, 0, 0, 0, 1, 0, 0],
  [1, 1, 0, 1, 0, 1, 0, 1],
  [0, 0, 0, 1, 0, 0, 0, 1],
  [0, 1, 1, 1, 1, 1, 0, 0],
  [0, 0, 0, 0, 0, 0, 1, 0],
  [1, 0, 1, 1, 1, 0, 0, 0],
  [0, 0, 0, 0, 1, 0, 1, 0],
  [0, 1, 1, 0, 0, 0, 0, 0],
]

/** [column, row], both from 0 at the upper left. */
export const EXIT = [7, 7]

/** Up, down, left, right, as [column, row]: the order of the action's numbers. */
export const MOVES = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
] as const

export function isWall([column = -1, row = -1]: readonly number[]): boolean {
  return MAZE[row]?.[column] !== 0
}

export function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

export function neighbour([column = 0, row = 0]: readonly number[], action: number): number[] {
  const [right, down] = MOVES[action] ?? [0, 0]
  return [column + right, row + down]
}
