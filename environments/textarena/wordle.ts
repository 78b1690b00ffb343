import { z } from 'zod'
import { defineEnvironment } from '../../core/index.ts'
import { conversation, gameMessages, openArena } from './arena.ts'
import { frame, showState, stateSchema, TextArenaAction, TextArenaMetadata, TextArenaObservation } from './frames.ts'
import { secretTasks } from './secret-tasks.ts'
import { board, guess, view, WordleState } from './wordle-rules.ts'
import { signalsOf } from './wordle-signals.ts'
import { wordsOf } from './words.ts'

export interface WordleOptions {
  /** The name in URLs. */
  readonly name: string
  readonly aliases?: readonly string[]
  /** TextArena's id of the game: what observations call it. */
  readonly id: string
  readonly length?: 5 | 7
  readonly guesses?: number
  /** Secrets are drawn from every noun, not from Basic English alone. Default false. */
  readonly isHardcore?: boolean
  /** Observations leave out the player's own moves and complaints, as TextArena's `-train` games do. Default false. */
  readonly isTerse?: boolean
  /** `state` names the secret, as upstream's does. Default true. */
  readonly showsSecret?: boolean
}

const GameState = z.object({
  secret_word: z.string(),
  guess_history: WordleState.shape.history,
  word_length: z.int(),
  num_guesses: z.int(),
  rendered_board: z.string().optional(),
  player_view: z.string().optional(),
})

function introduction(length: number, guesses: number): string {
  return [
    'You are Playing Wordle.',
    `A secret ${length}-letter word has been chosen. You have ${guesses} attempts to guess it.`,
    "For each guess, wrap your word in square brackets (e.g., '[apple]').",
    'Feedback for each letter will be given as follows:',
    '  - G (green): correct letter in the correct position',
    '  - Y (yellow): letter exists in the word but in the wrong position',
    '  - X (wrong): letter is not in the word',
    'Enter your guess to begin.\n',
  ].join('\n')
}

/** The part of `state` that is the game's; the secret is blank where the deployment hides it. */
function showGame(state: WordleState, length: number, guesses: number, showsSecret: boolean): object {
  const [word, marks] = state.history.at(-1) ?? []
  const seen = word === undefined || marks === undefined ? {} : { rendered_board: board(state, length), player_view: view(word, marks) }
  const secret_word = showsSecret ? state.secret : ''
  return { secret_word, guess_history: state.history, word_length: length, num_guesses: guesses, ...seen }
}

/** Wordle as TextArena plays it: a message is a guess in brackets, the observation is the conversation so far. */
export function createWordle({
  name,
  aliases = [],
  id,
  length = 5,
  guesses = 6,
  isHardcore = false,
  isTerse = false,
  showsSecret = true,
}: WordleOptions) {
  const show = isTerse ? gameMessages : conversation
  return defineEnvironment({
    name,
    version: '1',
    aliases,
    description: `TextArena's ${id}: guess a secret word of ${length} letters in ${guesses} attempts.`,
    action: TextArenaAction,
    observation: TextArenaObservation,
    metadata: TextArenaMetadata,
    state: WordleState,
    view: {
      isUnpublished: true,
      schema: stateSchema(GameState),
      from(state, episode) {
        const arena = episode === undefined ? undefined : state.arena
        const hidden = arena?.reason?.replace(`**${state.secret}**`, '****')
        const shown = showsSecret || arena === undefined || hidden === undefined ? arena : { ...arena, reason: hidden }
        return showState(id, shown, state.signals, showGame(state, length, guesses, showsSecret))
      },
    },
    afterDone: 'continue',
    examples: [{ message: 'I think [crane]' }, { message: '[house]' }],

    tasks: secretTasks(length, isHardcore),

    reset({ rng, task }) {
      const secret = task?.data.word ?? rng.choice(wordsOf(length, isHardcore).secrets)
      const state: WordleState = { arena: openArena(introduction(length, guesses)), secret, history: [], counts: {} }
      return frame(id, state, show(state.arena))
    },

    step(state, { message }) {
      const next = guess(state, message, { length, guesses })
      const content = show(next.arena)
      // Upstream gives its auxiliary rewards to the plain game alone.
      if (id !== 'Wordle-v0') return frame(id, next, content)
      return frame(id, { ...next, ...signalsOf(message, content, next.arena.reward ?? 0, state.counts) }, content)
    },

    render: (state) => ({ text: board(state, length) || 'No guesses yet.' }),
  })
}
