import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'
import { cellsOf, distances, type Matrix, printMatrix } from './matrices.ts'

function minutes(matrix: Matrix): number {
  const reached = distances(matrix, cellsOf(matrix, 2)).flatMap((row) => row.filter((steps) => steps !== null))
  const fruit = cellsOf(matrix, 1).length + cellsOf(matrix, 2).length
  return reached.length === fruit ? Math.max(0, ...reached) : -1
}

export const rottenOranges = defineDataset({
  name: 'rotten_oranges',
  configClass: 'RottenOrangesConfig',
  config: { min_n: 10, max_n: 30, p_oranges: 0.85, p_rotten: 0.1 },
  check({ min_n, max_n, p_oranges, p_rotten }) {
    assert(2 <= min_n, 'min_n must be at least 2')
    assert(min_n <= max_n, 'min_n must be less than or equal to max_n')
    assert(0 < p_oranges && p_oranges <= 1, 'p_oranges must be between 0 and 1')
    assert(0 < p_rotten && p_rotten <= 1, 'p_rotten must be between 0 and 1')
  },
  item(rng, { min_n, max_n, p_oranges, p_rotten }) {
    const n = rng.randint(min_n, max_n)
    const cell = () => (rng.random() < p_oranges ? (rng.random() < p_rotten ? 2 : 1) : 0)
    const rows = Array.from({ length: n }, () => Array.from({ length: n }, cell))
    const solution = minutes(rows)
    const matrix = printMatrix(rows)
    return {
      question: `You are given an n x n grid where each cell can have one of three values:
- 0 representing an empty cell
- 1 representing a fresh orange
- 2 representing a rotten orange

Every minute, any fresh orange that is 4-directionally adjacent to a rotten orange becomes rotten.

Your task is determine the minimum number of minutes that must elapse until no cell has a fresh orange.
If this is impossible, return -1.

Now, determine the minimum number of minutes that must elapse until no cell in the grid below has a fresh orange:
${matrix}
`,
      answer: String(solution),
      metadata: { matrix: rows, solution, n, difficulty: { n: [min_n, max_n] } },
    }
  },
})
