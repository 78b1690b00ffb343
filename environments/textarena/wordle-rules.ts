import { z } from 'zod'
import { type Arena, Arena as ArenaSchema, act, bracket, closeStep, end, GAME, refuse, say, win } from './arena.ts'
import { Signals } from './frames.ts'
import { roundHalfEven } from './python-text.ts'
import { wordsOf } from './words.ts'

/** A green letter stands right, a yellow one elsewhere in the word, a wrong one nowhere. */
const Mark = z.enum(['G', 'Y', 'X'])
export type Mark = z.output<typeof Mark>

export const WordleState = z.object({
  arena: ArenaSchema,
  secret: z.string(),
  history: z.array(z.tuple([z.string(), z.array(Mark)])),
  /** Guesses by upstream's spelling, for its reward for not repeating oneself. */
  counts: z.record(z.string(), z.int()),
  signals: Signals.optional(),
})
export type WordleState = z.output<typeof WordleState>

export interface WordleSize {
  readonly length: 5 | 7
  readonly guesses: number
}

/** Two passes: greens first, then yellows while letters are left. */
export function compareWords(guess: string, secret: string): Mark[] {
  const left: (string | undefined)[] = [...secret]
  const greens = [...guess].map((letter, at) => {
    if (letter !== secret[at]) return false
    left[at] = undefined
    return true
  })
  return [...guess].map((letter, at) => {
    if (greens[at]) return 'G'
    const found = left.indexOf(letter)
    if (found < 0) return 'X'
    left[found] = undefined
    return 'Y'
  })
}

/** What the last valid guess is worth: a green letter 1, a yellow one ½, over the length. */
function completion({ history }: WordleState, length: number): number {
  const [, marks = []] = history.at(-1) ?? []
  const greens = marks.filter((mark) => mark === 'G').length
  const yellows = marks.filter((mark) => mark === 'Y').length
  return (greens + yellows * 0.5) / length
}

/** The word that a message guesses: the first in brackets, by Python's idea of a letter. */
function wordIn(message: string): string | undefined {
  return /\[([\p{L}\p{N}_]+)\]/u.exec(message)?.[1]?.toLowerCase()
}

/** Why a word is no valid guess; undefined when it is. */
function faultOf(word: string | undefined, { history }: WordleState, { length }: WordleSize): string | undefined {
  if (word === undefined) return 'You tried submitting a word in the wrong format. Please make sure to use squared brackets.'
  if ([...word].length !== length) return `Your word must be exactly ${length} letters.`
  if (history.some(([earlier]) => earlier === word)) return `You have already guessed '${word}' before. Please try a different word.`
  return wordsOf(length, false).dictionary.has(word) ? undefined : `'${word}' is not an English word.`
}

/** The state after a message, its signals excepted. */
export function guess(state: WordleState, message: string, size: WordleSize): WordleState {
  const action = bracket(message)
  const arena = act(state.arena, GAME, action)
  const word = wordIn(action)
  const fault = faultOf(word, state, size)
  if (word === undefined || fault !== undefined) {
    return { ...state, arena: closeStep(refuse(arena, fault ?? '', completion(state, size.length))) }
  }
  const marks = compareWords(word, state.secret)
  const next = { ...state, history: [...state.history, [word, marks] satisfies [string, Mark[]]] }
  return { ...next, arena: closeStep(judge(arena, next, size)) }
}

function judge(arena: Arena, state: WordleState, { length, guesses }: WordleSize): Arena {
  const [word, marks] = state.history.at(-1) ?? ['', []]
  if (marks.every((mark) => mark === 'G'))
    return giveUp(win(arena, 'Congratulations! You guessed the word correctly!'), state, length, guesses)
  const text = `You submitted [${word}].\nFeedback:\n${view(word, marks)}\nYou have ${guesses - arena.turn - 1} guesses left.`
  return giveUp(say(arena, { from: GAME, text, kind: 'message' }), state, length, guesses)
}

function giveUp(arena: Arena, state: WordleState, length: number, guesses: number): Arena {
  if (state.history.length < guesses || arena.done) return arena
  const reached = completion(state, length)
  const share = `${roundHalfEven(reached * 100)}% of the letters in the correct positions`
  const reason = `The turn limit has been reached. You didn't guess the word, but your best guess matched ${share}.\n`
  return end(arena, `${reason}The secret word was: **${state.secret}**.`, reached)
}

/** The latest guess as the player sees it. */
export function view(word: string, marks: readonly Mark[]): string {
  return `${[...word.toUpperCase()].join(' ')}\n${marks.join(' ')}`
}

/** All guesses, as upstream keeps them in `game_state`. */
export function board({ history }: WordleState, length: number): string {
  const rule = `|---------|${'--'.repeat(length)}--`
  return history
    .map(([word, marks]) => `| Letter  | ${[...word.toUpperCase()].join(' ')} |\n${rule}\n| Status  | ${marks.join(' ')} |\n`)
    .join('\n')
}
