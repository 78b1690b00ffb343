import type { Rng } from '../../core/index.ts'

const SIZE = 9
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** 81 digits, row by row; 0 is an empty cell. */
export type Grid = number[]

/** A full grid, and the same with cells taken away while its solution stays the only one. */
export function generate(clues: number, rng: Rng): { solution: Grid; puzzle: Grid } {
  const solution = new Array<number>(SIZE * SIZE).fill(0)
  fill(solution, rng)
  const puzzle = solution.slice()
  const cells = rng.shuffle([...puzzle.keys()])
  // As many cells are tried as would leave `clues`; one that is needed is put back, so that more may stay.
  for (const cell of cells.slice(0, SIZE * SIZE - clues)) {
    const digit = puzzle[cell] ?? 0
    puzzle[cell] = 0
    if (countSolutions(puzzle.slice(), 2) !== 1) puzzle[cell] = digit
  }
  return { solution, puzzle }
}

/** Fills the empty cells by backtracking, each cell's digits in random order. */
function fill(grid: Grid, rng: Rng): boolean {
  const cell = grid.indexOf(0)
  if (cell < 0) return true
  for (const digit of rng.shuffle(DIGITS)) {
    if (!fits(grid, cell, digit)) continue
    grid[cell] = digit
    if (fill(grid, rng)) return true
    grid[cell] = 0
  }
  return false
}

/** Solutions of a grid, counted up to `limit`. Takes the cell with the fewest candidates first: hard grids need it. */
function countSolutions(grid: Grid, limit: number): number {
  const next = narrowest(grid)
  if (next === undefined) return 1
  let found = 0
  for (const digit of next.candidates) {
    grid[next.cell] = digit
    found += countSolutions(grid, limit - found)
    if (found >= limit) break
  }
  grid[next.cell] = 0
  return found
}

/** The first solution of a grid; undefined when it has none. */
export function solve(grid: Grid): Grid | undefined {
  const next = narrowest(grid)
  if (next === undefined) return grid
  for (const digit of next.candidates) {
    const solution = solve(grid.with(next.cell, digit))
    if (solution !== undefined) return solution
  }
  return undefined
}

function narrowest(grid: Grid): { cell: number; candidates: number[] } | undefined {
  let best: { cell: number; candidates: number[] } | undefined
  for (let cell = grid.indexOf(0); cell >= 0; cell = grid.indexOf(0, cell + 1)) {
    const candidates = DIGITS.filter((digit) => fits(grid, cell, digit))
    if (best === undefined || candidates.length < best.candidates.length) best = { cell, candidates }
    if (candidates.length < 2) break
  }
  return best
}

function fits(grid: Grid, cell: number, digit: number): boolean {
  const row = Math.floor(cell / SIZE)
  const column = cell % SIZE
  const corner = (row - (row % 3)) * SIZE + column - (column % 3)
  for (let at = 0; at < SIZE; at++) {
    if (grid[row * SIZE + at] === digit || grid[at * SIZE + column] === digit) return false
    if (grid[corner + Math.floor(at / 3) * SIZE + (at % 3)] === digit) return false
  }
  return true
}

/** The grid as rows of nine. */
export function rowsOf(grid: Grid): number[][] {
  return Array.from({ length: SIZE }, (_, row) => grid.slice(row * SIZE, (row + 1) * SIZE))
}

/** The grid as text, with the numbers of rows and columns. */
export function print(grid: Grid): string {
  const header = `   ${DIGITS.map((column) => `C${column}${column % 3 === 0 ? '  ' : ''}`).join(' ')}`
  const rows = rowsOf(grid).flatMap((row, index) => {
    const cells = row.map((digit, at) => ` ${digit || '.'} ${at === 2 || at === 5 ? '| ' : ''}`)
    const line = `R${index + 1} ${cells.join('')}`.trim()
    return index === 2 || index === 5 ? [line, `   ${'- '.repeat(16)}`] : [line]
  })
  return [header, ...rows].join('\n')
}
