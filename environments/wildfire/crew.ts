import { BREAK, BURNING, DAMP, type Forest, FUEL, isInside } from './forest.ts'

const INVALID = -0.05

/** What the crew is told to do. `x` is the column, `y` the row. */
export interface Order {
  readonly action: string
  readonly x: number | null
  readonly y: number | null
}

/** Carries out an order on `forest`, in place, and returns its part of the reward. */
export function carryOut(forest: Forest, { action, x, y }: Order): number {
  if (action === 'wait') return 0
  if (x === null || y === null) return INVALID
  if (action === 'water' && forest.remaining_water > 0) return water(forest, x, y)
  if (action === 'break' && forest.remaining_breaks > 0) return digBreak(forest, x, y)
  return INVALID
}

function water(forest: Forest, x: number, y: number): number {
  if (!isInside(forest, x, y)) return INVALID
  const at = y * forest.width + x
  const cell = forest.grid[at]
  forest.remaining_water -= 1
  if (cell !== BURNING && cell !== FUEL) return -0.05
  forest.grid[at] = DAMP
  forest.burn_timers[at] = 0
  if (cell === FUEL) return -0.1
  forest.total_extinguished += 1
  return 0.25
}

function digBreak(forest: Forest, x: number, y: number): number {
  if (!isInside(forest, x, y)) return INVALID
  const at = y * forest.width + x
  const cell = forest.grid[at]
  forest.remaining_breaks -= 1
  if (cell === BREAK) return -0.01
  if (cell !== FUEL && cell !== DAMP && cell !== BURNING) return -0.02
  forest.grid[at] = BREAK
  forest.burn_timers[at] = 0
  return cell === BURNING ? -0.02 : 0.15
}
