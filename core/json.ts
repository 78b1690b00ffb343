/** Any JSON value, plus `bigint` for the integers above 2^53 that Python writes with all their digits. */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json }

/** A JSON object. */
export type JsonObject = { [key: string]: Json }

/** True for an object literal or a null-prototype object: what JSON calls an object. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
