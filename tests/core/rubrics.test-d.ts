import { expectTypeOf } from 'vitest'
import { z } from 'zod'
import { defineEnvironment, discounted, gate, judge, type Rubric, remote, sequential, weighted } from '../../core/index.ts'

const state = z.object({ notes: z.array(z.string()) })
const shared = {
  name: 'notes',
  version: '1',
  action: z.object({ note: z.string(), loud: z.boolean().default(false) }),
  observation: state.extend({ hint: z.enum(['x', 'y']) }),
  state,
}

/** A rubric's functions know the environment's types, wherever it stands and however deep they are. */
export const first = defineEnvironment({
  ...shared,
  rubric: sequential({
    gate: gate(({ action }) => {
      expectTypeOf(action).toEqualTypeOf<{ note: string; loud: boolean }>()
      return action.note.length
    }),
    sum: weighted({
      all: [discounted((_, turn) => turn.state.notes.length, { keep: ({ observation }) => observation.hint }), 0.5],
      model: [judge({ prompt: ({ before }) => before.notes.join(), model: () => '1' }), 0.25],
      service: [remote({ url: ({ context }) => context.secret('URL') }), 0.25],
    }),
  }),
  reset: () => ({ state: { notes: [] }, observation: { notes: [], hint: 'x' } }),
  step: ({ notes }, { note }) => ({ state: { notes: [...notes, note] }, observation: { notes, hint: 'y' } }),
})

export const last = defineEnvironment({
  ...shared,
  reset: () => ({ state: { notes: [] }, observation: { notes: [], hint: 'x' } }),
  step: ({ notes }, { note }) => ({ state: { notes: [...notes, note] }, observation: { notes, hint: 'y' } }),
  rubric: ({ observation, done }) => (done && observation.hint === 'x' ? 1 : { score: 0, parts: { notes: observation.notes.length } }),
})

/** A rubric that asks for nothing serves any environment; one that asks for another action serves none but its own. */
const constant: Rubric<unknown, unknown, unknown> = () => 1
const foreign: Rubric<{ column: number }, unknown, unknown> = ({ action }) => action.column
export const any = defineEnvironment({ ...first, rubric: gate(constant) })
// @ts-expect-error: it scores moves of another game.
export const other = defineEnvironment({ ...first, rubric: foreign })
