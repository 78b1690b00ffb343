import { CommandError } from './command-error.ts'

/** Reads a flag that is a whole number of at least `least`. */
export function readCount(flag: string, text: string, least = 1): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count >= least && text.trim() !== '') return count
  throw new CommandError(`${flag} takes a whole number of at least ${least}, not "${text}".`, { exitCode: 2 })
}
