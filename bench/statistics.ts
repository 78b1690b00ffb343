/** The middle of the values; `undefined` of none. */
export function median(values: readonly number[]): number | undefined {
  return quantile(values, 0.5)
}

/** The value below which `share` (0 to 1) of the values lie; `undefined` of none. */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = Float64Array.from(values).sort()
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)]
  const high = sorted[Math.ceil(at)]
  if (low === undefined || high === undefined) return undefined
  return low + (high - low) * (at - Math.floor(at))
}

/** Groups values by a key, in the order in which the keys first appear. */
export function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    groups.set(key, [...(groups.get(key) ?? []), value])
  }
  return groups
}
