import type { Signals } from './frames.ts'

/** How often each guess was made in this episode, under the spelling that upstream's reward provider gives it. */
export type GuessCounts = Readonly<Record<string, number>>

/** Upstream's four auxiliary rewards, and the counts after this guess. */
export function signalsOf(
  message: string,
  content: string,
  reward: number,
  counts: GuessCounts,
): { signals: Signals; counts: GuessCounts } {
  const guess = guessIn(message)
  const before = (guess === undefined ? undefined : counts[guess]) ?? 0
  const marks = lastMarks(content)
  const signals = {
    'wordle.greens': (marks.split('G').length - 1) / 5,
    'wordle.yellows': (marks.split('Y').length - 1) / 5,
    'wordle.repetitions': 1 - before,
    'wordle.correct': reward,
  }
  return { signals, counts: guess === undefined ? counts : { ...counts, [guess]: before + 1 } }
}

/** The first five letters in brackets, else the first five letters of all. "dunno" is upstream's word for no guess. */
function guessIn(message: string): string | undefined {
  const [bracketed] = /\[[A-Za-z]{5}\]/.exec(message) ?? []
  const letters = message.toLowerCase().replace(/[^a-z]/g, '')
  const guess = bracketed?.toLowerCase() ?? `[${letters.slice(0, 5)}]`
  return guess.length < 7 || guess === '[dunno]' ? undefined : guess
}

/** The last line of nothing but marks after the first feedback; empty before any. */
function lastMarks(content: string): string {
  const start = content.indexOf('Feedback:')
  if (start < 0) return ''
  const lines = content
    .slice(start + 'Feedback:'.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length < 2) return ''
  return lines.map((line) => line.replaceAll(' ', '')).findLast((line) => /^[GYX]+$/.test(line)) ?? ''
}
