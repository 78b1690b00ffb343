import { BURNING, FUEL } from '../wildfire/forest.ts'

interface Seen {
  readonly grid: readonly number[]
  readonly width: number
  readonly height: number
  readonly remaining_water: number
  readonly remaining_breaks: number
}

/** Puts out the burning cell with the most fuel around it: with water while there is some, then by digging it up. */
export function teachWildfire({ grid, width, height, remaining_water, remaining_breaks }: Seen) {
  let target = -1
  let most = -1
  for (let at = grid.indexOf(BURNING); at >= 0; at = grid.indexOf(BURNING, at + 1)) {
    const fuel = fuelAround(grid, width, height, at)
    if (fuel > most) [target, most] = [at, fuel]
  }
  const action = remaining_water > 0 ? 'water' : remaining_breaks > 0 ? 'break' : 'wait'
  if (target < 0 || action === 'wait') return { action: 'wait', x: null, y: null }
  return { action, x: target % width, y: Math.floor(target / width) }
}

function fuelAround(grid: readonly number[], width: number, height: number, at: number): number {
  const [column, row] = [at % width, Math.floor(at / width)]
  let fuel = 0
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) if (grid[y * width + x] === FUEL) fuel++
  }
  return fuel
}
