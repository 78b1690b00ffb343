import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'
import { cellsOf, distances, printMatrix, scoreMatrix, toRows } from './matrices.ts'

export const binaryMatrix = defineDataset({
  name: 'binary_matrix',
  configClass: 'BinaryMatrixConfig',
  config: { min_n: 3, max_n: 10, p_zero: 0.25 },
  check({ min_n, max_n, p_zero }) {
    assert(1 <= min_n, 'min_n must be at least 1')
    assert(min_n <= max_n, 'min_n must be less than or equal to max_n')
    assert(0 < p_zero && p_zero <= 1, 'p_zero must be between 0 and 1')
  },
  item(rng, { min_n, max_n, p_zero }) {
    const n = rng.randint(min_n, max_n)
    const numbers = [0, ...Array.from({ length: n ** 2 - 1 }, () => (rng.random() < p_zero ? 0 : 1))]
    rng.shuffle(numbers)
    const rows = toRows(numbers, n)
    const solution = distances(rows, cellsOf(rows, 0)).map((row) => row.map((steps) => steps ?? 0))
    const matrix = printMatrix(rows)
    return {
      question: `Given a square matrix, your job is to find the taxicab (Manhattan) distance of the nearest 0 for each cell.

The output should be a matrix of the same size as the input matrix, where each cell contains the distance to the nearest 0.

Find the distance to the nearest 0 for each cell in the matrix below:
${matrix}
`,
      answer: printMatrix(solution),
      metadata: { matrix: rows, solution, n, difficulty: { n: [min_n, max_n], p_zero } },
    }
  },
  score: (answer, item) => scoreMatrix(answer, item.answer),
})
