import { z } from 'zod'
import { type Arena, Arena as ArenaSchema, act, bracket, closeStep, end, GAME, PLAYER, refuse, say, win } from './arena.ts'
import { roundHalfEven } from './python-text.ts'
import { print } from './sudoku-board.ts'

const MAX_TURNS = 100
const Grid = z.array(z.int())

export const SudokuState = z.object({
  arena: ArenaSchema,
  solution: Grid,
  puzzle: Grid,
  board: Grid,
  isCompleted: z.boolean(),
})
export type SudokuState = z.output<typeof SudokuState>

/** The share of the empty cells that are filled. */
function completion({ puzzle, board, solution }: SudokuState): number {
  const empty = [...puzzle.keys()].filter((cell) => puzzle[cell] === 0)
  return empty.length === 0 ? 0 : empty.filter((cell) => board[cell] === solution[cell]).length / empty.length
}

/** The state after a message: the first `[row column digit]` in it is the move. */
export function place(state: SudokuState, message: string): SudokuState {
  const action = bracket(message)
  const arena = act(state.arena, PLAYER, action)
  const move = /\[(\d+)\s(\d+)\s(\d+)\]/.exec(action)?.slice(1).map(BigInt)
  const moved = move === undefined ? refused({ ...state, arena }, wrongFormat()) : tryMove({ ...state, arena }, move)
  return { ...moved, arena: closeStep(stopAtLimit(moved)) }
}

function refused(state: SudokuState, reason: string): SudokuState {
  return { ...state, arena: refuse(state.arena, reason, completion(state)) }
}

function wrongFormat(): string {
  return "Invalid move format. Player 0 did not respond with valid 'row column number'."
}

function tryMove(state: SudokuState, [row = 0n, column = 0n, digit = 0n]: readonly bigint[]): SudokuState {
  if ([row, column, digit].some((number) => number < 1n || number > 9n)) {
    return check(
      refused(state, `Invalid move. Player 0 attempted to place ${digit} at (${row}, ${column}), which is out of bounds.`),
      false,
    )
  }
  const cell = Number((row - 1n) * 9n + column - 1n)
  if (state.board[cell] !== 0) {
    return check(refused(state, `Invalid move. Player 0 attempted to overwrite a pre-filled cell (${row}, ${column}).`), true)
  }
  if (state.solution[cell] !== Number(digit)) {
    const reason = `Invalid move. Player 0 attempted to place ${digit} at (${row}, ${column}), which violates Sudoku rules.`
    return check(refused(state, reason), true)
  }
  const board = state.board.with(cell, Number(digit))
  const arena = say(state.arena, { from: GAME, text: `Board state: \n${print(board)}`, kind: 'board' })
  return check({ ...state, board, arena }, true)
}

/** Wins where every cell is right, which upstream looks at after every move inside the grid. */
function check(state: SudokuState, isInside: boolean): SudokuState {
  if (!isInside || state.board.some((digit, cell) => digit !== state.solution[cell])) return state
  return { ...state, isCompleted: true, arena: win(state.arena, 'Congratulations! Player 0 completed the Sudoku puzzle.') }
}

function stopAtLimit(state: SudokuState): Arena {
  const { arena } = state
  if (arena.turn < MAX_TURNS || arena.done) return arena
  const reached = completion(state)
  const share = `${roundHalfEven(reached * 100)}% of the empty cells`
  return end(arena, `The turn limit has been reached. You correctly filled ${share}.`, reached)
}
