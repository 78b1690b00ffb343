import { isPlainObject } from '../json.ts'

/** True for two JSON values that say the same; the order of keys does not matter, and `1n` is `1`. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (isPlainObject(a) && isPlainObject(b)) {
    const keys = Object.keys(a)
    return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  }
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint and a number of one value are one JSON number.
  if (typeof a === 'bigint' || typeof b === 'bigint') return typeof a !== 'string' && typeof b !== 'string' && a == b
  return a === b
}
