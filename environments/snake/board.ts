import { z } from 'zod'
import type { Rng } from '../../core/index.ts'

const SIZE = 20
const [EMPTY, WALL, FRUIT, HEAD, BODY, TAIL] = [0, 1, 2, 3, 4, 5]

/** [row, column]. */
export const Cell = z.tuple([z.int(), z.int()])
export type Cell = z.output<typeof Cell>

const SHIFTS: readonly Cell[] = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
]

/** A snake, head first, and a fruit; either may be missing. */
interface Placed {
  readonly snake: readonly Cell[]
  readonly fruit: Cell | null
}

export function isWall([row, column]: Cell): boolean {
  return row <= 0 || column <= 0 || row >= SIZE - 1 || column >= SIZE - 1
}

export function isSame(one: Cell, other: Cell): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

export function add([row, column]: Cell, [down, right]: Cell): Cell {
  return [row + down, column + right]
}

/** Straight on (0), left (1) or right (2), seen from the snake. */
export function turn([row, column]: Cell, action: number): Cell | undefined {
  return (
    [
      [row, column],
      [-column || 0, row],
      [column, -row || 0],
    ] as Cell[]
  )[action]
}

export function draw({ snake, fruit }: Placed): number[][] {
  const grid = Array.from({ length: SIZE }, (_, row) => Array.from({ length: SIZE }, (_, column) => (isWall([row, column]) ? WALL : EMPTY)))
  const paint = ([row, column]: Cell, code: number) => {
    const cells = grid[row]
    if (cells) cells[column] = code
  }
  if (fruit) paint(fruit, FRUIT)
  snake.forEach((cell, index) => {
    paint(cell, index === 0 ? HEAD : index === snake.length - 1 ? TAIL : BODY)
  })
  return grid
}

export function placeFruit(snake: readonly Cell[], rng: Rng): Cell | null {
  const grid = draw({ snake, fruit: null })
  const free = grid.flatMap((cells, row) => cells.flatMap((code, column) => (code === EMPTY ? [[row, column] as Cell] : [])))
  return free.length === 0 ? null : rng.choice(free)
}

/** Uniform over the paths of three free cells: any cell, any two steps, drawn again until they stay inside and do not turn back. */
export function placeSnake(rng: Rng): Cell[] {
  for (;;) {
    const head: Cell = [rng.integer(1, SIZE - 2), rng.integer(1, SIZE - 2)]
    const neck = add(head, rng.choice(SHIFTS))
    const tail = add(neck, rng.choice(SHIFTS))
    if (!isWall(neck) && !isWall(tail) && !isSame(head, tail)) return [head, neck, tail]
  }
}
