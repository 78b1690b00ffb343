import { createSudoku } from './textarena/sudoku.ts'
import { createWordle } from './textarena/wordle.ts'

export const wordle = createWordle({ name: 'wordle', aliases: ['textarena'], id: 'Wordle-v0' })
export const wordleTrain = createWordle({ name: 'wordle_train', id: 'Wordle-v0-train', isTerse: true })
export const wordleHardcore = createWordle({ name: 'wordle_hardcore', id: 'Wordle-v0-hardcore', isHardcore: true })
export const wordleLong = createWordle({ name: 'wordle_long', id: 'Wordle-v0-long', length: 7, guesses: 9 })
export const wordleLongHardcore = createWordle({
  name: 'wordle_long_hardcore',
  id: 'Wordle-v0-long-hardcore',
  length: 7,
  guesses: 9,
  isHardcore: true,
})

export const sudoku = createSudoku({ name: 'sudoku', id: 'Sudoku-v0', clues: 60 })
export const sudokuTrain = createSudoku({ name: 'sudoku_train', id: 'Sudoku-v0-train', clues: 60, isTerse: true })
export const sudokuVeryEasy = createSudoku({ name: 'sudoku_very_easy', id: 'Sudoku-v0-very-easy', clues: 75 })
export const sudokuEasy = createSudoku({ name: 'sudoku_easy', id: 'Sudoku-v0-easy', clues: 70 })
export const sudokuMedium = createSudoku({ name: 'sudoku_medium', id: 'Sudoku-v0-medium', clues: 40 })
export const sudokuHard = createSudoku({ name: 'sudoku_hard', id: 'Sudoku-v0-hard', clues: 20 })
