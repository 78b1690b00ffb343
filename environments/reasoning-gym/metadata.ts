import { z } from 'zod'
import { Float, type Metadata } from './dataset.ts'

/** JSON whose integers are `bigint`s, so that every `number` prints as a float: Python tells the two apart, JavaScript does not. */
type PythonJson = bigint | string | number | boolean | null | PythonJson[] | { [key: string]: PythonJson }

const PythonJson: z.ZodType<PythonJson> = z.union([
  z.bigint(),
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.lazy(() => PythonJson)),
  z.record(
    z.string(),
    z.lazy(() => PythonJson),
  ),
])
export const PythonObject = z.record(z.string(), PythonJson)

export function toPython(value: Metadata): PythonJson {
  if (value instanceof Float) return value.value
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(toPython)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPython(item)]))
}
