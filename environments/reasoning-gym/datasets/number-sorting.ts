import type { PyRandom } from '../../python-random.ts'
import { defineDataset, Float } from '../dataset.ts'
import { assert, printFloat, printList, readFloat, rint } from '../python.ts'

const INSTRUCTION = `
Please follow the instruction below:
## 1. Let all your answers be a list of numbers. Instead of reporting your answer as -69, -13, 1, 7, 11, 43, 59, 61, use ['-69', '-13', '1', '7', '11', '43', '59', '61'] instead
## 2. Convert all numbers in the square brackets as strings. For example, ['-69', '-13', '1', '7', '11', '43', '59', '61']
`
/** How far a number may be off. */
const TOLERANCE = 1

/** As `numpy.round`: scaled, rounded half to even, scaled back. */
function drawNumber(rng: PyRandom, minimum: number, maximum: number, minDecimals: number, maxDecimals: number): number {
  const number = rng.uniform(minimum, maximum)
  const scale = 10 ** rng.randint(minDecimals, maxDecimals)
  return scale === 1 ? rint(number) : rint(number * scale) / scale
}

function readList(text: string): number[] | undefined {
  const list: unknown = JSON.parse(text.replaceAll("'", '"'))
  if (!Array.isArray(list)) return undefined
  const numbers = list.map(readFloat)
  return numbers.every((number) => number !== undefined) ? numbers : undefined
}

export const numberSorting = defineDataset({
  name: 'number_sorting',
  configClass: 'NumberSortingConfig',
  config: { min_numbers: 3, max_numbers: 10, min_decimals: 0, max_decimals: 2, min_value: -100, max_value: 100 },
  check({ min_numbers, max_numbers, min_decimals, max_decimals, min_value, max_value }) {
    assert(min_numbers > 0, 'min_numbers must be positive')
    assert(min_numbers <= max_numbers, 'max_numbers must be >= min_numbers')
    assert(min_decimals >= 0, 'min_decimals must be non-negative')
    assert(min_decimals <= max_decimals, 'max_decimals must be >= min_decimals')
    assert(min_value < max_value, 'max_value must be > min_value')
  },
  item(rng, { min_numbers, max_numbers, min_decimals, max_decimals, min_value, max_value }) {
    const numbers = rng.randint(min_numbers, max_numbers)
    const drawn = Array.from({ length: numbers }, () => drawNumber(rng, min_value, max_value, min_decimals, max_decimals))
    const isAscending = rng.choice([true, false])
    const direction = isAscending ? 'ascending' : 'descending'
    const sorted_numbers = drawn.toSorted((a, b) => (isAscending ? a - b : b - a)).map(printFloat)
    const original_numbers = drawn.map(printFloat)
    return {
      question: `Sort these numbers in ${direction} order: ${original_numbers.join(', ')}${INSTRUCTION}`,
      answer: printList(sorted_numbers),
      metadata: {
        original_numbers,
        direction,
        sorted_numbers,
        numbers,
        difficulty: {
          numbers: [min_numbers, max_numbers],
          decimals: [min_decimals, max_decimals],
          value: [new Float(min_value), new Float(max_value)],
        },
      },
    }
  },
  score(answer, item) {
    try {
      const given = readList(answer)
      const wanted = readList(item.answer) ?? []
      if (given === undefined || given.length !== wanted.length) return 0
      const isAscending = item.metadata.direction === 'ascending'
      const isSorted = given.every(
        (number, at) => at === 0 || (isAscending ? number >= (given[at - 1] ?? 0) : number <= (given[at - 1] ?? 0)),
      )
      return isSorted && given.every((number, at) => Math.abs(number - (wanted[at] ?? 0)) <= TOLERANCE) ? 1 : 0
    } catch {
      return 0
    }
  },
})
