import { sudoku, sudokuHard, sudokuVeryEasy, wordle, wordleLong, wordleTrain } from '../../../environments/textarena.ts'
import { playDirectly } from '../../environments/driver.ts'

/** The secrets and puzzles of our seeds, one JSON line a game, for textarena_episodes.py to play on upstream's side. */
const GAMES = [
  { environment: wordle, id: 'Wordle-v0', count: 2000 },
  { environment: wordleTrain, id: 'Wordle-v0-train', count: 100 },
  { environment: wordleLong, id: 'Wordle-v0-long', count: 100 },
]
const SUDOKUS = [
  { environment: sudokuVeryEasy, id: 'Sudoku-v0-very-easy', count: 1800 },
  { environment: sudoku, id: 'Sudoku-v0', count: 200 },
  { environment: sudokuHard, id: 'Sudoku-v0-hard', count: 20 },
]

for (const { environment, id, count } of GAMES) {
  const direct = playDirectly(environment)
  for (let seed = 1; seed <= count; seed++) {
    const { state } = await direct.reset(seed, {})
    console.log(JSON.stringify({ id, seed, secret: state.secret }))
  }
}
for (const { environment, id, count } of SUDOKUS) {
  const direct = playDirectly(environment)
  for (let seed = 1; seed <= count; seed++) {
    const { state } = await direct.reset(seed, {})
    console.log(JSON.stringify({ id, seed, solution: state.solution, puzzle: state.puzzle }))
  }
}
