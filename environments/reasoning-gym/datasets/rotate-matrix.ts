import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'
import { drawDigits, type Matrix, printMatrix, toRows } from './matrices.ts'

function rotate(matrix: Matrix): Matrix {
  return matrix.map((_, column) => matrix.map((row) => row[column] ?? 0).reverse())
}

export const rotateMatrix = defineDataset({
  name: 'rotate_matrix',
  configClass: 'RotateMatrixConfig',
  config: { min_n: 2, max_n: 10, min_rotations: 0, max_rotations: 10 },
  check({ min_n, max_n, min_rotations, max_rotations }) {
    assert(2 <= min_n && min_n <= max_n, 'min_n and max_n must be between 2 and 10')
    assert(0 <= min_rotations && min_rotations <= max_rotations, 'min_rotations must be between 0 and max_rotations')
  },
  item(rng, { min_n, max_n, min_rotations, max_rotations }) {
    const n = rng.randint(min_n, max_n)
    const rows = toRows(drawDigits(rng, n), n)
    const num_rotations = rng.randint(min_rotations, max_rotations)
    let solution = rows
    for (let turn = 0; turn < num_rotations % 4; turn++) solution = rotate(solution)
    const [matrix, degrees] = [printMatrix(rows), num_rotations * 90]
    return {
      question: `Given a square matrix, your job is to rotate it clockwise.

Your output should be a matrix in the same format as the input.

Rotate the matrix below by ${degrees} degrees clockwise:
${matrix}
`,
      answer: printMatrix(solution),
      metadata: {
        matrix: rows,
        num_rotations,
        solution,
        n,
        difficulty: { n: [min_n, max_n], num_rotations: [min_rotations, max_rotations] },
      },
    }
  },
})
