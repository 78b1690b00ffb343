import type { PyRandom } from '../../python-random.ts'
import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'
import { complexityOf, type Expression, follows, isTrivial, printExpression, readExpression } from './logic.ts'

const INTRODUCTION = `The following question is a propositional logic reasoning question.

In the question we provide a list of premises. The task is to infer a correct conclusion from the premise.

FORMAT INSTRUCTIONS:
- Return the conclusion logic statement, as your final answer.
- Use the following notation to denote symbols
    - OR = ∨
    - AND = ∧
    - IMPLIES = →
    - IFF = ↔
    - NOT = ¬

Here is the question:
`
const OPERATORS = ['∧', '∨', '¬', '→', '↔'] as const
const ATTEMPTS = 100
/** Conclusions have a few dozen characters; reading takes time that grows with the square of the length. */
const MAX_READ_LENGTH = 2000

function drawExpression(rng: PyRandom, variables: readonly string[], depth: number): Expression {
  if (depth <= 1) return { kind: 'variable', name: rng.choice(variables) }
  const operator = rng.choice(OPERATORS)
  const left = drawExpression(rng, variables, depth - 1)
  if (operator === '¬') return { kind: 'not', inner: left }
  return { kind: operator, left, right: drawExpression(rng, variables, depth - 1) }
}

/** A conclusion of one operator that follows and says something; the first variable when none is found. */
function findConclusion(rng: PyRandom, premises: readonly Expression[], variables: readonly string[]): Expression {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const drawn = drawExpression(rng, variables, 2)
    const candidate: Expression = drawn.kind === '→' ? { kind: '∨', left: { kind: 'not', inner: drawn.left }, right: drawn.right } : drawn
    if (follows(premises, candidate) && !isTrivial(candidate)) return candidate
  }
  return { kind: 'variable', name: variables[0] ?? '' }
}

export const propositionalLogic = defineDataset({
  name: 'propositional_logic',
  configClass: 'PropositionalLogicConfig',
  config: { min_vars: 2, max_vars: 4, min_statements: 2, max_statements: 4, min_complexity: 1, max_complexity: 3 },
  check({ min_vars, max_vars, min_statements, max_statements, min_complexity, max_complexity }) {
    assert(min_vars > 0, 'min_vars must be positive')
    assert(max_vars >= min_vars, 'max_vars must be >= min_vars')
    assert(min_statements > 0, 'min_statements must be positive')
    assert(max_statements >= min_statements, 'max_statements must be >= min_statements')
    assert(min_complexity > 0, 'min_complexity must be positive')
    assert(max_complexity >= min_complexity, 'max_complexity must be >= min_complexity')
  },
  item(rng, { min_vars, max_vars, min_statements, max_statements, min_complexity, max_complexity }) {
    const count = rng.randint(min_vars, max_vars)
    const variables = Array.from({ length: count }, (_, at) => String.fromCharCode('P'.charCodeAt(0) + at))
    const statements = rng.randint(min_statements, max_statements)
    const drawn = Array.from({ length: statements }, () => drawExpression(rng, variables, rng.randint(min_complexity, max_complexity)))
    const conclusion = findConclusion(rng, drawn, variables)
    const premises = drawn.map(printExpression)
    const given = premises.map((premise, at) => `${at + 1}. ${premise}\n.`).join('')
    const example_answer = printExpression(conclusion)
    return {
      question: `${INTRODUCTION}Given:\n${given}What can we conclude from the above statements?`,
      answer: example_answer,
      isOpen: true,
      metadata: {
        premises,
        variables,
        complexity: complexityOf(conclusion),
        example_answer,
        difficulty: {
          vars: [min_vars, max_vars],
          statements: [min_statements, max_statements],
          complexity: [min_complexity, max_complexity],
        },
      },
    }
  },
  score(answer, { metadata: { variables, premises } }) {
    if (!Array.isArray(variables) || !Array.isArray(premises) || answer.length > MAX_READ_LENGTH) return 0
    if ((answer.match(/[A-Z]/g) ?? []).some((variable) => !variables.includes(variable))) return 0
    const conclusion = readExpression(answer)
    if (conclusion === undefined) return 0
    const known = premises.map((premise) => readExpression(String(premise))).filter((premise) => premise !== undefined)
    if (!follows(known, conclusion)) return 0.05
    return isTrivial(conclusion) ? 0.25 : 1
  },
})
