import type { z } from 'zod'
import { printStored } from './json-text.ts'
import { compilePrinter, type Printer } from './schema/printer.ts'
import { compileReader } from './schema/reader.ts'

const MAX_DEPTH = 256

/** A state's printer whose text gives back what it was given: `{ best: Infinity }` too, which JSON would have come back as null. */
export function compileStatePrinter(schema: z.core.$ZodType): Printer {
  const print = compilePrinter(schema)
  const read = compileReader(schema)
  return (state) => {
    const text = print(state)
    if (!text.includes('null') || !holdsNonFinite(state)) return text
    // Read, so that no more of it is printed than the schema has.
    return printStored(read(state, [], true) ?? state)
  }
}

function holdsNonFinite(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false
  return Object.values(value).some((item) => holdsNonFinite(item, depth + 1))
}
