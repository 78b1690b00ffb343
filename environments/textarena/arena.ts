import { z } from 'zod'

/** Who an event is from, as TextArena numbers them. */
export const GAME = -1
export const PLAYER = 0
const NAMES = new Map([
  [PLAYER, 'Player'],
  [GAME, 'GAME'],
])

const Event = z.object({
  from: z.int(),
  text: z.string(),
  kind: z.enum(['prompt', 'action', 'message', 'board', 'admin']),
})
export type Event = z.output<typeof Event>

/** A game of one player: what was said and how it stands. TextArena's `SinglePlayerState` with one error allowed. */
export const Arena = z.object({
  events: z.array(Event),
  turn: z.int(),
  done: z.boolean(),
  /** Null while nothing is decided. */
  reward: z.number().nullable(),
  isWon: z.boolean(),
  reason: z.string().optional(),
  isInvalid: z.boolean(),
  /** Invalid moves in a row. */
  errors: z.int(),
  /** The last move was invalid and may be made again: the turn does not count. */
  isRetry: z.boolean(),
})
export type Arena = z.output<typeof Arena>

export function openArena(prompt: string): Arena {
  const events: Event[] = [{ from: GAME, text: prompt, kind: 'prompt' }]
  return { events, turn: 0, done: false, reward: null, isWon: false, isInvalid: false, errors: 0, isRetry: false }
}

export function say(arena: Arena, event: Event): Arena {
  return { ...arena, events: [...arena.events, event] }
}

/** What a player does, without the tags that could pass for someone else's words. */
export function act(arena: Arena, from: number, action: string): Arena {
  let text = action
  for (const name of NAMES.values()) text = text.replaceAll(`[${name}]`, '')
  return say(arena, { from, text, kind: 'action' })
}

/** The first invalid move in a row may be made again; the second ends the game with `reward`. */
export function refuse(arena: Arena, reason: string, reward: number): Arena {
  if (arena.errors > 0) return { ...arena, reward, isWon: false, reason: `Invalid Move: ${reason}`, isInvalid: true, done: true }
  const advice = 'Please resubmit a valid move and remember to follow the game rules to avoid penalties.'
  const text = `You attempted an invalid move. Reason: ${reason} ${advice}`
  return { ...say(arena, { from: GAME, text, kind: 'admin' }), errors: 1, isRetry: true }
}

export function win(arena: Arena, reason: string): Arena {
  return { ...arena, reward: 1, isWon: true, reason, done: true }
}

export function end(arena: Arena, reason: string, reward: number): Arena {
  return { ...arena, reward, isWon: false, reason, done: true }
}

/** Closes a step. Upstream forgets a retry only while the game runs: after its end an invalid move stops the count of turns. */
export function closeStep(arena: Arena): Arena {
  const counted = arena.isRetry ? arena : { ...arena, errors: 0, turn: arena.turn + 1 }
  return counted.done ? counted : { ...counted, isRetry: false }
}

/** A move without any bracket is put into brackets. */
export function bracket(message: string): string {
  return /[[\]]/.test(message) ? message : `[${message}]`
}

/** The whole conversation, as a language model reads it. */
export function conversation({ events }: Arena): string {
  return events.map(({ from, text }) => `\n[${NAMES.get(from)}] ${text}`).join('')
}

/** What the game said, without the player's own moves and without complaints. */
export function gameMessages({ events }: Arena): string {
  return events
    .filter(({ kind }) => kind !== 'action' && kind !== 'admin')
    .map(({ text }) => `\n ${text}`)
    .join('')
}

/** The prompt and the latest board. */
export function latestBoard({ events }: Arena): string {
  const board = events.findLast(({ kind }) => kind === 'board')
  return `${events[0]?.text}\n\n${board?.text}`
}
