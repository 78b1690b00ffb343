import type { PyRandom } from '../../python-random.ts'
import { readLiteral } from '../python.ts'

export type Matrix = number[][]

/** `numbers` as rows of `n`. */
export function toRows(numbers: readonly number[], n: number): Matrix {
  return Array.from({ length: n }, (_, row) => numbers.slice(row * n, (row + 1) * n))
}

export function printMatrix(matrix: Matrix): string {
  return matrix.map((row) => row.join(' ')).join('\n')
}

export function drawDigits(rng: PyRandom, n: number): number[] {
  return Array.from({ length: n ** 2 }, () => rng.randint(0, 9))
}

/** 1 for the answer, 0.1 for the same matrix as a Python list of lists. */
export function scoreMatrix(answer: string, oracle: string): number {
  if (answer === oracle) return 1
  const literal = readLiteral(answer)
  const isMatrix = Array.isArray(literal) && literal.every((row) => Array.isArray(row))
  return isMatrix && printMatrix(literal) === oracle ? 0.1 : 0
}

/** The four neighbours of a cell that lie on an n×n grid. */
function neighboursOf(row: number, column: number, n: number): [number, number][] {
  const all: [number, number][] = [
    [row + 1, column],
    [row - 1, column],
    [row, column + 1],
    [row, column - 1],
  ]
  return all.filter(([r, c]) => r >= 0 && r < n && c >= 0 && c < n)
}

/** Steps from the nearest of `sources` to each cell, through cells of 1 alone; null where none leads. */
export function distances(matrix: Matrix, sources: readonly [number, number][]): (number | null)[][] {
  const n = matrix.length
  const found: (number | null)[][] = matrix.map((row) => row.map(() => null))
  const reach = (row: number, column: number, steps: number) => {
    const line = found[row]
    if (line !== undefined) line[column] = steps
  }
  for (const [row, column] of sources) reach(row, column, 0)
  let frontier = sources
  for (let steps = 1; frontier.length > 0; steps++) {
    const next: [number, number][] = []
    for (const [row, column] of frontier.flatMap(([r, c]) => neighboursOf(r, c, n))) {
      if (found[row]?.[column] !== null || matrix[row]?.[column] !== 1) continue
      reach(row, column, steps)
      next.push([row, column])
    }
    frontier = next
  }
  return found
}

/** The cells that hold `value`. */
export function cellsOf(matrix: Matrix, value: number): [number, number][] {
  return matrix.flatMap((row, r) => row.flatMap((cell, c) => (cell === value ? [[r, c] satisfies [number, number]] : [])))
}
