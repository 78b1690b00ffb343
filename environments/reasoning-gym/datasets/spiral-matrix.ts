import { defineDataset } from '../dataset.ts'
import { assert, readLiteral } from '../python.ts'
import { drawDigits, type Matrix, printMatrix, toRows } from './matrices.ts'

/** Row by row from the outside: the first row, then the rest turned to the left, and so on. */
function unwind(matrix: Matrix): number[] {
  const [first, ...rest] = matrix
  if (first === undefined) return []
  const turned = (rest[0] ?? []).map((_, column) => rest.map((row) => row[column] ?? 0)).reverse()
  return [...first, ...unwind(turned)]
}

export const spiralMatrix = defineDataset({
  name: 'spiral_matrix',
  configClass: 'SpiralMatrixConfig',
  config: { min_n: 2, max_n: 10 },
  check({ min_n, max_n }) {
    assert(2 <= min_n && min_n <= max_n, 'min_n must be between 2 and max_n')
  },
  item(rng, { min_n, max_n }) {
    const n = rng.randint(min_n, max_n)
    const numbers = drawDigits(rng, n)
    rng.shuffle(numbers)
    const rows = toRows(numbers, n)
    const solution = unwind(rows)
    const matrix = printMatrix(rows)
    return {
      question: `Given a matrix, your job is to generate a list of elements in spiral order, starting from the top-left element.

The spiral order is clockwise, starting from the top-left corner. More precisely:
- Start from the top-left corner and move right along the top row.
- Move down along the right column.
- Move left along the bottom row.
- Move up along the left column.
- Repeat the steps for the inner elements of the matrix until every entry is visited.

Hint: Think of peeling the matrix layer by layer from the outside inward. Each layer forms a rectangular frame, and you traverse each frame clockwise starting from its top-left corner.

Your output should be a space-separated list of integers, e.g. 1 2 3 4 5 6

For the matrix below, what is the list of elements in spiral order?
${matrix}
`,
      answer: solution.join(' '),
      metadata: { matrix: rows, solution, n, difficulty: { n: [min_n, max_n] } },
    }
  },
  score(answer, item) {
    const given = answer.trim()
    if (given === item.answer) return 1
    const literal = readLiteral(given)
    return Array.isArray(literal) && literal.join(' ') === item.answer ? 0.1 : 0
  },
})
