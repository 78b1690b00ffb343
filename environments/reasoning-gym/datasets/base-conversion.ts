import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'

function nameOf(base: number): string {
  return base === 2 ? 'binary' : base === 16 ? 'hexadecimal' : `base-${base}`
}

export const baseConversion = defineDataset({
  name: 'base_conversion',
  configClass: 'BaseConversionConfig',
  config: { min_base: 2, max_base: 16, min_value: 0, max_value: 1000 },
  check({ min_base, max_base, min_value, max_value }) {
    assert(2 <= min_base && min_base <= 36, 'min_base must be between 2 and 36')
    assert(min_base <= max_base && max_base <= 36, 'max_base must be between min_base and 36')
    assert(min_value >= 0, 'min_value must be non-negative')
    assert(max_value > min_value, 'max_value must be > min_value')
  },
  item(rng, { min_base, max_base, min_value, max_value }) {
    const value = rng.randint(min_value, max_value)
    const source_base = rng.randint(min_base, max_base)
    let target_base = rng.randint(min_base, max_base)
    while (target_base === source_base) target_base = rng.randint(min_base, max_base)
    const source_repr = value.toString(source_base)
    const target_repr = value.toString(target_base)
    const [source_name, target_name] = [nameOf(source_base), nameOf(target_base)]
    return {
      question: `Your task is to convert a number between two different bases.

If the target base is > 10, use lowercase letters a-z for digits above 9.

Now, convert the ${source_name} number ${source_repr} to ${target_name}
`,
      answer: target_repr,
      metadata: {
        decimal_value: value,
        source_base,
        target_base,
        source_repr,
        target_repr,
        difficulty: { base: [min_base, max_base], value: [min_value, max_value] },
      },
    }
  },
})
