import { CommandError } from './command-error.ts'

/** Reads a flag that is a whole number of at least `least`. */
export function readCount(flag: string, text: string, least = 1): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count >= least && text.trim() !== '') return count
  throw new CommandError(`${flag} takes a whole number of at least ${least}, not "${text}".`, { exitCode: 2 })
}

/** Samples by share: half of them, 95 % and 99 % are at most that. */
export function percentiles(samples: readonly number[]): { readonly p50: number; readonly p95: number; readonly p99: number } {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
