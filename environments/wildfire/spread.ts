import type { PyRandom } from '../python-random.ts'
import { ASH, BURNING, count, DAMP, type Forest, FUEL, isInside } from './forest.ts'

/** The wind's vector as `[dx, dy]`; the order is the one in which upstream draws. */
export const WINDS: Readonly<Record<string, readonly [number, number]>> = {
  N: [0, -1],
  NE: [1, -1],
  E: [1, 0],
  SE: [1, 1],
  S: [0, 1],
  SW: [-1, 1],
  W: [-1, 0],
  NW: [-1, -1],
  CALM: [0, 0],
}

const NEIGHBOURS = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const
const IGNITION = 0.3
const DIAGONAL = 0.6
/** Steps that a cell burns before it is ash, and that water lasts. */
const BURN_STEPS = 3
const DAMP_STEPS = 6

/** One step of the fire, in place. Draws one number for each fuel cell beside each burning one, row by row. */
export function spreadFire(forest: Forest, rng: PyRandom): void {
  const { grid, burn_timers: timers } = forest
  const isLit = light(forest, rng)
  forest.grid = grid.map((cell, at) => {
    if (cell === BURNING) return (timers[at] ?? 0) >= BURN_STEPS ? ASH : BURNING
    if (cell === FUEL && isLit.has(at)) {
      timers[at] = 0
      return BURNING
    }
    if (cell !== DAMP) return cell
    timers[at] = (timers[at] ?? 0) + 1
    return timers[at] >= DAMP_STEPS ? FUEL : DAMP
  })
  forest.total_burned += count(forest.grid, ASH) - count(grid, ASH)
}

/** The cells that catch fire. Every burning cell grows a step older on the way. */
function light(forest: Forest, rng: PyRandom): Set<number> {
  const { grid, burn_timers: timers, width } = forest
  const chances = NEIGHBOURS.map((direction) => ignitionChance(forest, direction))
  const isLit = new Set<number>()
  for (let at = grid.indexOf(BURNING); at >= 0; at = grid.indexOf(BURNING, at + 1)) {
    timers[at] = (timers[at] ?? 0) + 1
    const x = at % width
    const y = Math.floor(at / width)
    for (const [index, [dx, dy]] of NEIGHBOURS.entries()) {
      const target = (y + dy) * width + x + dx
      if (!isInside(forest, x + dx, y + dy) || grid[target] !== FUEL) continue
      if (rng.random() < (chances[index] ?? 0)) isLit.add(target)
    }
  }
  return isLit
}

/** Multiplied in upstream's order, so that the double is the same. */
function ignitionChance({ humidity, wind_dir }: Forest, [dx, dy]: readonly [number, number]): number {
  const [windX, windY] = WINDS[wind_dir] ?? [0, 0]
  const wind = dx === windX && dy === windY ? 2 : dx === -windX && dy === -windY ? 0.5 : 1
  const diagonal = dx !== 0 && dy !== 0 ? DIAGONAL : 1
  return Math.max(0, Math.min(1, IGNITION * (1 - humidity) * wind * diagonal))
}
