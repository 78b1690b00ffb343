import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'

const MAX_STEPS = 100
/** What two neighbours become whose `#` face each other. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  'A# #A': [],
  'A# #B': ['#B', 'A#'],
  'B# #A': ['#A', 'B#'],
  'B# #B': [],
}

/** The program in its last state; undefined when it does not halt. */
function run(program: readonly string[]): readonly string[] | undefined {
  const seen = new Set([program.join(' ')])
  let current = program
  for (let step = 0; step < MAX_STEPS; step++) {
    const at = current.findIndex((token, index) => `${token} ${current[index + 1]}` in RULES)
    if (at < 0) return current
    current = current.toSpliced(at, 2, ...(RULES[`${current[at]} ${current[at + 1]}`] ?? []))
    const text = current.join(' ')
    if (seen.has(text)) return undefined
    seen.add(text)
  }
  return undefined
}

export const ab = defineDataset({
  name: 'ab',
  configClass: 'ABConfig',
  config: { length: 10 },
  check({ length }, size) {
    assert(length > 0, 'length must be greater than 0')
    assert(size > 0, 'size must be greater than 0')
  },
  item(rng, { length }) {
    const draw = () => Array.from({ length }, () => rng.choice(['A#', 'B#', '#A', '#B']))
    let program = draw()
    let last = run(program)
    while (last === undefined) {
      program = draw()
      last = run(program)
    }
    return { question: ask(program), answer: last.join(' '), metadata: { difficulty: { length } } }
  },
  score: (answer, item) => (answer === item.answer ? 1 : 0),
})

function ask(program: readonly string[]): string {
  return `A::B is a system with 4 tokens: \`A#\`, \`#A\`, \`B#\` and \`#B\`.

An A::B program is a sequence of tokens. Example:

    B# A# #B #A B#

To *compute* a program, we must rewrite neighbor tokens, using the rules:

    A# #A ... becomes ... nothing
    A# #B ... becomes ... #B A#
    B# #A ... becomes ... #A B#
    B# #B ... becomes ... nothing

In other words, whenever two neighbor tokens have their '#' facing each-other,
they must be rewritten according to the corresponding rule.

Now, consider the following program:

${program.join(' ')}

Return the final state of the program.
`
}
