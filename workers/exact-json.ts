import type { Json } from '../core/internal.ts'

/** ECMA-262's word for a value that prints as the text it is given; TypeScript's libraries have no type for it. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): object }

/** A value that `JSON.stringify` prints with all the digits of its long integers. */
export function withAllDigits(value: Json): unknown {
  if (typeof value === 'bigint') return rawJSON(value.toString())
  if (Array.isArray(value)) return value.map(withAllDigits)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withAllDigits(item)]))
}
