import { z } from 'zod'
import { defineEnvironment } from '../../core/index.ts'

const parts = {
  name: 'typed',
  version: '1',
  action: z.object({ move: z.enum(['left', 'right']) }),
  observation: z.object({ phase: z.enum(['start', 'end']), nested: z.array(z.object({ kind: z.literal('a') })) }),
  state: z.object({ phase: z.enum(['start', 'end']) }),
}

/** Literals in a returned turn keep their types. */
defineEnvironment({
  ...parts,
  reset({ rng }) {
    return { state: { phase: rng.random() < 2 ? 'start' : 'end' }, observation: { phase: 'start', nested: [{ kind: 'a' }] } }
  },
  step({ phase }, { move }) {
    return { state: { phase: move === 'left' ? phase : 'end' }, observation: { phase, nested: [] } }
  },
})

/** A turn that its schemas refuse is a type error. */
defineEnvironment({
  ...parts,
  // @ts-expect-error: there is no such phase.
  reset: () => ({ state: { phase: 'start' }, observation: { phase: 'middle', nested: [] } }),
  // @ts-expect-error: the state lacks its phase.
  step: () => ({ state: {}, observation: { phase: 'end', nested: [] } }),
})

/** An action has the type of its schema. */
defineEnvironment({
  ...parts,
  reset: () => ({ state: { phase: 'start' }, observation: { phase: 'start', nested: [] } }),
  step(state, { move }) {
    // @ts-expect-error: a move is left or right.
    if (move === 'up') return { state, observation: { phase: 'end', nested: [] } }
    return { state, observation: { phase: state.phase, nested: [] } }
  },
})
