import { z } from 'zod'

/** What a cell holds, as the grid's numbers. */
export const ASH = 0
export const FUEL = 1
export const BURNING = 2
export const BREAK = 3
export const DAMP = 4

/** The forest and the means to save it: what `state` shows. */
export const Forest = z
  .object({
    total_burned: z.int().default(0),
    total_extinguished: z.int().default(0),
    last_action: z.string().default('reset'),
    width: z.int().default(0),
    height: z.int().default(0),
    wind_dir: z.string().default('CALM'),
    humidity: z.number().default(0.25),
    remaining_water: z.int().default(20),
    remaining_breaks: z.int().default(50),
    grid: z.array(z.int()).default([]),
    burn_timers: z.array(z.int()).default([]),
  })
  .meta({ title: 'WildfireState' })
export type Forest = z.output<typeof Forest>

/** Cells of one kind. */
export function count(grid: readonly number[], kind: number): number {
  let total = 0
  for (const cell of grid) if (cell === kind) total++
  return total
}

export function isInside({ width, height }: Pick<Forest, 'width' | 'height'>, x: number, y: number): boolean {
  return x >= 0 && x < width && y >= 0 && y < height
}
