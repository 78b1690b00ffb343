import type { z } from 'zod'

/** Shows a state whole, and `empty` before the first reset: upstream's servers have both from the start. */
export function wholeState<Schema extends z.ZodObject>(schema: Schema, title: string, empty: z.output<Schema>) {
  return {
    isUnpublished: true,
    schema: schema.meta({ title }),
    namedBeforeReset: true,
    from: (shown: z.output<Schema>) => shown,
    beforeReset: () => empty,
  }
}
