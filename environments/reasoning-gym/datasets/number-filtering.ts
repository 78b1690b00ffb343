import { defineDataset, Float } from '../dataset.ts'
import { assert, printList } from '../python.ts'

export const numberFiltering = defineDataset({
  name: 'number_filtering',
  configClass: 'NumberFilteringConfig',
  config: { min_numbers: 3, max_numbers: 10, min_decimals: 0, max_decimals: 4, min_value: -100, max_value: 100 },
  check({ min_numbers, max_numbers, min_decimals, max_decimals, min_value, max_value }) {
    assert(min_numbers > 0, 'min_numbers must be positive')
    assert(max_numbers >= min_numbers, 'max_numbers must be >= min_numbers')
    assert(min_decimals >= 0, 'min_decimals must be non-negative')
    assert(max_decimals >= min_decimals, 'max_decimals must be >= min_decimals')
    assert(max_value > min_value, 'max_value must be > min_value')
  },
  item(rng, { min_numbers, max_numbers, min_decimals, max_decimals, min_value, max_value }) {
    const draw = (low: number, high: number) => {
      const number = rng.uniform(low, high)
      return number.toFixed(rng.randint(min_decimals, max_decimals))
    }
    const count = rng.randint(min_numbers, max_numbers)
    const original_numbers = Array.from({ length: count }, () => draw(min_value, max_value))
    const numbers = original_numbers.map(Number)
    const filter_value = draw(Math.min(...numbers), Math.max(...numbers))
    const limit = Number(filter_value)
    const isLarger = rng.choice([true, false])
    const isKept = rng.choice([true, false])
    const [size, act] = [isLarger ? 'larger' : 'smaller', isKept ? 'keep' : 'remove']
    const kept = numbers.filter((number) => (isLarger ? number > limit : number < limit) === isKept)
    // Upstream looks each number up by its value: of two spellings the first is shown.
    const result = kept.map((number) => original_numbers[numbers.indexOf(number)] ?? '')
    return {
      question: `${isKept ? 'Keep' : 'Remove'} all numbers ${size} than ${filter_value} in this list: ${printList(original_numbers)}
Return the new list in the same format.`,
      answer: printList(result),
      metadata: {
        original_numbers,
        filter_value,
        operation: `${act}_${size}`,
        result,
        numbers: count,
        difficulty: {
          numbers: [min_numbers, max_numbers],
          decimals: [min_decimals, max_decimals],
          value: [new Float(min_value), new Float(max_value)],
        },
      },
    }
  },
})
