import type { PyRandom } from '../../python-random.ts'
import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'
import { gcdOf } from './divisors.ts'

type Limits = { min_value: number; max_value: number; min_factor: number; max_factor: number }

/** A fraction in lowest terms, mostly, and what both its parts are multiplied by. */
function drawFraction(rng: PyRandom, { min_value, max_value, min_factor, max_factor }: Limits): [number, number, number] {
  const isInside = (value: number) => min_value <= value && value <= max_value
  const pair = () => [rng.randint(min_value, max_value), rng.randint(min_value, max_value)] as const
  for (let attempt = 0; attempt < 10; attempt++) {
    const [a, b] = pair()
    const common = Number(gcdOf(BigInt(a), BigInt(b)))
    const [top, bottom] = [a / common, b / common]
    if (!isInside(top) || !isInside(bottom)) continue
    return [Math.min(top, bottom), Math.max(top, bottom), rng.randint(min_factor, max_factor)]
  }
  const [a, b] = pair()
  return [Math.min(a, b), Math.max(a, b), rng.randint(min_factor, max_factor)]
}

function print(top: number, bottom: number, style: string): string {
  if (style === 'plain') return `${top}/${bottom}`
  return style === 'latex_inline' ? `$${top}/${bottom}$` : `$\\${style.slice('latex_'.length)}{${top}}{${bottom}}$`
}

/** Numerator and denominator of an answer; undefined where upstream's reading fails. */
function readFraction(answer: string): readonly [string, string] | undefined {
  const cleaned = answer
    .trim()
    .replace(/^\$+|\$+$/g, '')
    .trim()
  const latex = /^\\(?:frac|dfrac)\s*{\s*(\d+)\s*}\s*{\s*(\d+)\s*}/i.exec(cleaned)
  const slash = cleaned.indexOf('/')
  const [top = '', bottom = ''] = latex?.slice(1) ?? (slash < 0 ? [] : [cleaned.slice(0, slash).trim(), cleaned.slice(slash + 1).trim()])
  const isInteger = (text: string) => /^[-+]?\d+(_\d+)*$/.test(text)
  const plain = (text: string) => BigInt(text.replaceAll('_', '').replace('+', '')).toString()
  return isInteger(top) && isInteger(bottom) ? [plain(top), plain(bottom)] : undefined
}

export const fractionSimplification = defineDataset({
  name: 'fraction_simplification',
  configClass: 'FractionSimplificationConfig',
  config: {
    min_value: 1,
    max_value: 1000,
    min_factor: 1,
    max_factor: 100,
    styles: ['plain', 'latex_inline', 'latex_frac', 'latex_dfrac'],
  },
  check({ min_value, max_value, min_factor, max_factor, styles }) {
    assert(min_value > 0, 'min_value must be positive')
    assert(max_value > min_value, 'max_value must be > min_value')
    assert(min_factor >= 1, 'min_factor must be at least 1')
    assert(max_factor >= min_factor, 'max_factor must be >= min_factor')
    for (const style of styles) {
      assert(['plain', 'latex_inline', 'latex_frac', 'latex_dfrac'].includes(style), `Invalid style: ${style}.`)
    }
  },
  item(rng, config) {
    const [simplified_numerator, simplified_denominator, factor] = drawFraction(rng, config)
    const [numerator, denominator] = [simplified_numerator * factor, simplified_denominator * factor]
    const style = config.styles[rng.randint(0, config.styles.length - 1)] ?? ''
    const question_fraction = print(numerator, denominator, style)
    return {
      question: `Simplify the fraction ${question_fraction} to its lowest terms. Give only the simplified fraction as your final answer.`,
      answer: print(simplified_numerator, simplified_denominator, style),
      metadata: {
        numerator,
        denominator,
        simplified_numerator,
        simplified_denominator,
        reduction_factor: Math.floor(numerator / simplified_numerator),
        style,
        factor,
        difficulty: { value: [config.min_value, config.max_value], factor: [config.min_factor, config.max_factor] },
      },
    }
  },
  score(answer, { metadata }) {
    const [top, bottom] = readFraction(answer) ?? []
    if (top === undefined) return 0.01
    if (top === String(metadata.simplified_numerator) && bottom === String(metadata.simplified_denominator)) return 1
    return top === String(metadata.numerator) || bottom === String(metadata.denominator) ? 0.1 : 0.05
  },
})
