const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 }

/** Milliseconds of a text such as `250ms`, `60s`, `10m`, `2h`, `7d`; a bare number counts seconds. Undefined for any other text. */
export function readDuration(text: string): number | undefined {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim()) ?? []
  const factor = UNITS[unit]
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor
}
