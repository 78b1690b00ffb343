import { z } from 'zod'
import { createRng, defineEnvironment, generatedTasks } from '../../core/index.ts'
import { conversation, GAME, latestBoard, openArena, say } from './arena.ts'
import { frame, showState, stateSchema, TextArenaAction, TextArenaMetadata, TextArenaObservation } from './frames.ts'
import { generate, print, rowsOf } from './sudoku-board.ts'
import { place, SudokuState } from './sudoku-rules.ts'

export interface SudokuOptions {
  /** The name in URLs. */
  readonly name: string
  /** TextArena's id of the game: what observations call it. */
  readonly id: string
  /** Cells given at the start, at least: more where fewer would allow two solutions. */
  readonly clues: number
  /** Observations show the introduction and the latest board alone, as TextArena's `-train` games do. Default false. */
  readonly isTerse?: boolean
}

const GameState = z.object({ board: z.array(z.array(z.int())), rendered_board: z.string(), completed: z.boolean() })

function introduction(): string {
  return [
    'You are Player 0. You are playing Sudoku.',
    'Here is the current state of the Sudoku grid. Each row is numbered from 1 to 9, and each column is also numbered from 1 to 9.',
    "Empty cells are represented by '.', and pre-filled cells contain digits from 1 to 9.\n",
    'Current Sudoku Grid:',
    'Your objective is to fill the empty cells in the 9x9 grid with digits from 1 to 9 such that:',
    '1. Each row contains all digits from 1 to 9 without repetition.',
    '2. Each column contains all digits from 1 to 9 without repetition.',
    '3. Each of the nine 3x3 subgrids contains all digits from 1 to 9 without repetition.\n',
    'Rules and Instructions:',
    '1. **Do not overwrite** the initial numbers provided in the grid.',
    "2. **Only fill** empty cells represented by '.'.",
    "3. You may respond in any manner you prefer, but ensure that your response includes the format of '[row column number]'.",
    '4. **Ensure** that your move does not violate Sudoku rules. Invalid moves will result in penalties.',
    'Examples:',
    example('Valid Move**:', '5 3 7', 'Placing 7 at row 5, column 3 does not violate any Sudoku rules.'),
    example('Invalid Move** (Overwriting a pre-filled cell):', '1 1 9', 'Cell (1,1) is already filled with 5. You cannot overwrite it.'),
    example(
      'Invalid Move** (Violating Sudoku rules):',
      '1 3 5',
      'Placing 5 in row 1, column 3 violates the rule since 5 already exists in row 1.',
    ),
    'The history of your moves and thoughts will be appended as you play more rounds. Use the history of your move to improve your decision making by avoiding the moves you have tried. Good luck!\n\n',
  ].join('\n')
}

function example(title: string, move: string, explanation: string): string {
  return `- **${title}\n  - Grid Snippet Before Move:\n  \n  - Move: \`[${move}]\`\n  - Explanation: ${explanation}\n`
}

/** Sudoku as TextArena plays it: a message holds `[row column digit]`, the observation is the conversation so far. */
export function createSudoku({ name, id, clues, isTerse = false }: SudokuOptions) {
  const show = isTerse ? latestBoard : conversation
  return defineEnvironment({
    name,
    version: '1',
    description: `TextArena's ${id}: fill a 9×9 grid, one cell a message, starting from ${clues} clues.`,
    action: TextArenaAction,
    observation: TextArenaObservation,
    metadata: TextArenaMetadata,
    state: SudokuState,
    view: {
      isUnpublished: true,
      schema: stateSchema(GameState),
      from({ arena, board, isCompleted }, episode) {
        const game = { board: rowsOf(board), rendered_board: print(board), completed: isCompleted }
        return showState(id, episode === undefined ? undefined : arena, undefined, game)
      },
    },
    afterDone: 'continue',
    examples: [{ message: '[1 3 4]' }, { message: 'Row 5, column 3 must be a 7: [5 3 7]' }],

    // A number alone: a list of tasks would otherwise make, and solve, each board of it.
    tasks: generatedTasks({ train: 1000, validation: 100, test: 100 }, ({ rng }) => ({ board: rng.integer(0, 2 ** 32 - 1) })),

    reset({ rng, task }) {
      const { solution, puzzle } = generate(clues, task === undefined ? rng : createRng(`sudoku/${task.data.board}`))
      const arena = say(openArena(introduction()), { from: GAME, text: `Game Board:\n${print(puzzle)}`, kind: 'board' })
      const state = { arena, solution, puzzle, board: puzzle, isCompleted: false }
      return frame(id, state, show(arena))
    },

    step(state, { message }) {
      const next = place(state, message)
      return frame(id, next, show(next.arena))
    },

    render: ({ board }) => ({ text: print(board) }),
  })
}
