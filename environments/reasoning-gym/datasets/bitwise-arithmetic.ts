import type { PyRandom } from '../../python-random.ts'
import { defineDataset } from '../dataset.ts'
import { assert, readPrefixedInteger } from '../python.ts'

interface Expression {
  readonly text: string
  readonly value: bigint
}

function literal(value: number): Expression {
  return { text: `0x${value.toString(16)}`, value: BigInt(value) }
}

function apply(operator: string, a: bigint, b: bigint): bigint {
  if (operator === '+') return a + b
  if (operator === '-') return a - b
  if (operator === '*') return a * b
  return operator === '<<' ? a << b : a >> b
}

function drawExpression(rng: PyRandom, depth: number): Expression {
  if (depth <= 0 || rng.random() < 0.01) return literal(rng.randint(0x100, 0xffff))
  const operator = rng.choice(['+', '-', '*', '<<', '>>'])
  const left = drawExpression(rng, depth - 1)
  const drawn = drawExpression(rng, depth - 1)
  // A shift keeps a small right side, drawn after the one it replaces.
  const right = operator === '<<' || operator === '>>' ? literal(rng.randint(0, 3)) : drawn
  return { text: `(${left.text} ${operator} ${right.text})`, value: apply(operator, left.value, right.value) }
}

export const bitwiseArithmetic = defineDataset({
  name: 'bitwise_arithmetic',
  configClass: 'BitwiseArithmeticConfig',
  config: { difficulty: 2 },
  check({ difficulty }) {
    assert(0 < difficulty, 'difficulty must be gt 0')
    assert(10 >= difficulty, 'difficulty must be lte 10')
  },
  item(rng, { difficulty }) {
    const { text, value } = drawExpression(rng, Math.max(1, difficulty))
    return {
      question: `Please solve this problem. Assume there is arbitrary bit depth and that there are signed integers. If the answer is negative, reply as a negative value (ex., -0x3), not the two's-compliment form. Reply only with the final hexidecimal value.\n${text}`,
      answer: value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`,
      metadata: { problem: text, difficulty: { difficulty } },
    }
  },
  score: (answer, item) => (readPrefixedInteger(answer) === readPrefixedInteger(item.answer) ? 1 : 0),
})
