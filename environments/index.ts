import type { AnyEnvironment } from '../core/index.ts'
import { coding, codingTools, git, jupyter, repl, tbench2, terminus } from './box/index.ts'
import { chess } from './chess.ts'
import { connect4 } from './connect4.ts'
import { echo } from './echo.ts'
import { echoLegacy } from './echo-legacy.ts'
import { gridWorld } from './grid-world.ts'
import { maze } from './maze.ts'
import { blackjack, cliffWalking, kuhnPoker, openSpiel2048, openSpielCatch, ticTacToe, ticTacToeFirst } from './openspiel.ts'
import { reasoningGym } from './reasoning-gym.ts'
import { salvage } from './salvage.ts'
import { serviceDesk } from './service-desk.ts'
import { snake } from './snake.ts'
import {
  sudoku,
  sudokuEasy,
  sudokuHard,
  sudokuMedium,
  sudokuTrain,
  sudokuVeryEasy,
  wordle,
  wordleHardcore,
  wordleLong,
  wordleLongHardcore,
  wordleTrain,
} from './textarena.ts'
import { wildfire } from './wildfire.ts'

export { coding, codingTools, git, jupyter, repl, tbench2, terminus } from './box/index.ts'
export { chess } from './chess.ts'
export { connect4 } from './connect4.ts'
export { echo } from './echo.ts'
export { echoLegacy } from './echo-legacy.ts'
export { gridWorld } from './grid-world.ts'
export { lazyBoxLibrary, lazyLibrary } from './lazy-library.ts'
export { maze } from './maze.ts'
export { blackjack, cliffWalking, kuhnPoker, openSpiel2048, openSpielCatch, ticTacToe, ticTacToeFirst } from './openspiel.ts'
export { reasoningGym } from './reasoning-gym.ts'
export { salvage } from './salvage.ts'
export { serviceDesk } from './service-desk.ts'
export { snake } from './snake.ts'
export { createTeacher, taught } from './teachers/index.ts'
export { createSudoku, type SudokuOptions } from './textarena/sudoku.ts'
export { createWordle, type WordleOptions } from './textarena/wordle.ts'
export {
  sudoku,
  sudokuEasy,
  sudokuHard,
  sudokuMedium,
  sudokuTrain,
  sudokuVeryEasy,
  wordle,
  wordleHardcore,
  wordleLong,
  wordleLongHardcore,
  wordleTrain,
} from './textarena.ts'
export { wildfire } from './wildfire.ts'

/** Every bundled environment: what the deployment serves unless it chooses otherwise. */
export const library: readonly AnyEnvironment[] = [
  gridWorld,
  echo,
  echoLegacy,
  connect4,
  openSpielCatch,
  blackjack,
  openSpiel2048,
  ticTacToe,
  ticTacToeFirst,
  kuhnPoker,
  cliffWalking,
  chess,
  maze,
  snake,
  wildfire,
  reasoningGym,
  wordle,
  wordleTrain,
  wordleHardcore,
  wordleLong,
  wordleLongHardcore,
  sudoku,
  sudokuTrain,
  sudokuVeryEasy,
  sudokuEasy,
  sudokuMedium,
  sudokuHard,
  salvage,
  serviceDesk,
]

/** The bundled environments that need a container: their sessions refuse to start where none is bound. */
export const boxLibrary: readonly AnyEnvironment[] = [coding, codingTools, git, jupyter, repl, tbench2, terminus]
