import type { PyRandom } from '../../python-random.ts'
import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'
import { gcdOf } from './divisors.ts'
import { divisorsOf, evaluate, floorDivide } from './floor-arithmetic.ts'

interface Style {
  readonly operators: readonly string[]
  readonly allow_negation: boolean
  readonly whitespace: string
}

/** Terms between operators, with parentheses by chance; every division comes out even. */
function drawTerms(rng: PyRandom, remaining: number, digits: number, style: Style): string[] {
  const limit = 10 ** digits - 1
  const leftCount = rng.randint(1, remaining)
  const rightCount = remaining - leftCount
  const left = drawLeft(rng, leftCount, digits, style)
  if (rightCount === 0) return left
  const operator = rng.choice(style.operators)
  if (operator !== '/') return [...left, operator, ...drawTerms(rng, rightCount, digits, style)]
  const dividend = evaluate(left.at(-1) === ')' ? left.join('') : (left.at(-1) ?? '0'))
  const drawDivisor = () => String(dividend === 0n ? rng.randint(1, limit) : rng.choice(divisorsOf(gcdOf(dividend, 0n))))
  if (rightCount === 1) return [...left, '/', drawDivisor()]
  const right = drawTerms(rng, rightCount - 1, digits, style)
  if (right.at(-1) !== ')') return [...left, '/', drawDivisor(), '+', ...right]
  const value = evaluate(right.join(''))
  const correction = value === 0n ? 1n : rng.choice(divisorsOf(gcdOf(dividend, value))) - value
  return [...left, '/', ...right.slice(0, -1), '+', String(correction), ')']
}

function drawLeft(rng: PyRandom, count: number, digits: number, style: Style): string[] {
  if (count > 1 && rng.random() > 0.5) {
    const opening = rng.random() > 0.5 && style.allow_negation ? '-(' : '('
    return [opening, ...drawTerms(rng, count, digits, style), ')']
  }
  const limit = 10 ** digits - 1
  const between = style.operators.filter((operator) => operator !== '/')
  return Array.from({ length: count }, (_, at) => {
    const term = String(rng.randint(-limit, limit))
    return at + 1 < count ? [term, rng.choice(between)] : [term]
  }).flat()
}

function drawNested(rng: PyRandom, terms: number, digits: number, style: Style): [string, bigint] {
  const parts = drawTerms(rng, terms, digits, style)
  const spaced = style.whitespace === 'random' ? parts.map((part) => (rng.random() < 0.15 ? ` ${part}` : part)) : parts
  const joined = spaced.join(style.whitespace === 'single' ? ' ' : '').trim()
  const expression = joined.replaceAll('/ 0', '/ 1')
  return [expression, evaluate(expression)]
}

/** Without parentheses the operators are taken from left to right, whatever their rank. */
function drawFlat(rng: PyRandom, terms: number, digits: number, { operators }: Style): [string, bigint] {
  const limit = 10 ** digits
  const constants = Array.from({ length: terms }, () => BigInt(rng.randint(0, limit)))
  const drawn = constants.slice(1).map(() => rng.choice(operators))
  let result = constants[0] ?? 0n
  const parts = [String(result)]
  for (const [at, operator] of drawn.entries()) {
    const constant = constants[at + 1] ?? 0n
    parts.push(operator, String(constant))
    if (operator === '+') result += constant
    else if (operator === '-') result -= constant
    else if (operator === '*') result *= constant
    else result = divideOrMultiply(rng, result, BigInt(limit))
  }
  return [parts.join(' '), result]
}

/** Upstream divides by a divisor that it draws now, or multiplies where there is none; its text shows neither. */
function divideOrMultiply(rng: PyRandom, result: bigint, limit: bigint): bigint {
  const size = result < 0n ? -result : result
  const divisors: bigint[] = []
  for (let divisor = 2n; divisor < (size < limit ? size : limit); divisor++) if (result % divisor === 0n) divisors.push(divisor)
  if (divisors.length > 0) return floorDivide(result, rng.choice(divisors))
  return result * BigInt(rng.randint(1, Number(limit) - 1))
}

function ask(rng: PyRandom, expression: string, style: string): string {
  if (style === 'simple') return `Calculate ${expression}.`
  return rng.choice(['What is {0}?', 'Solve {0}.', 'Compute {0}.', 'Evaluate: {0}.']).replace('{0}', expression)
}

export const basicArithmetic = defineDataset({
  name: 'basic_arithmetic',
  configClass: 'BasicArithmeticDatasetConfig',
  config: {
    min_terms: 2,
    max_terms: 6,
    min_digits: 1,
    max_digits: 4,
    operators: ['+', '-', '*', '/'],
    allow_parentheses: true,
    allow_negation: true,
    format_style: 'simple',
    whitespace: 'single',
  },
  check({ min_terms, max_terms, min_digits, max_digits, operators }) {
    assert(min_terms > 0, 'min_terms must be positive')
    assert(max_terms >= min_terms, 'max_terms must be >= min_terms')
    assert(min_digits > 0, 'min_digits must be positive')
    assert(max_digits >= min_digits, 'max_digits must be >= min_digits')
    assert(operators.length > 0, 'must provide at least one operator')
    for (const operator of operators) assert(['+', '-', '*', '/'].includes(operator), `unsupported operator: ${operator}`)
  },
  item(rng, config) {
    const { min_terms, max_terms, min_digits, max_digits } = config
    const num_terms = rng.randint(min_terms, max_terms)
    const num_digits = rng.randint(min_digits, max_digits)
    const drawExpression = config.allow_parentheses ? drawNested : drawFlat
    const [expression, result] = drawExpression(rng, num_terms, num_digits, config)
    return {
      question: ask(rng, expression, config.format_style),
      answer: String(result),
      metadata: {
        expression,
        num_terms,
        num_digits,
        difficulty: { num_terms: [min_terms, max_terms], num_digits: [min_digits, max_digits] },
      },
    }
  },
})
