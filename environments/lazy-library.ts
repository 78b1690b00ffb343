import type { LazyEnvironment } from '../core/index.ts'

/** {@link library}, each evaluated when a request first names it: what a worker with all of them lists, to start soon. */
export const lazyLibrary: readonly LazyEnvironment[] = [
  { name: 'grid_world', load: async () => (await import('./grid-world.ts')).gridWorld },
  { name: 'echo', load: async () => (await import('./echo.ts')).echo },
  { name: 'echo_legacy', load: async () => (await import('./echo-legacy.ts')).echoLegacy },
  { name: 'connect4', load: async () => (await import('./connect4.ts')).connect4 },
  { name: 'catch', aliases: ['openspiel'], load: async () => (await import('./openspiel.ts')).openSpielCatch },
  { name: 'blackjack', load: async () => (await import('./openspiel.ts')).blackjack },
  { name: '2048', load: async () => (await import('./openspiel.ts')).openSpiel2048 },
  { name: 'tic_tac_toe', load: async () => (await import('./openspiel.ts')).ticTacToe },
  { name: 'tic_tac_toe_first', load: async () => (await import('./openspiel.ts')).ticTacToeFirst },
  { name: 'kuhn_poker', load: async () => (await import('./openspiel.ts')).kuhnPoker },
  { name: 'cliff_walking', load: async () => (await import('./openspiel.ts')).cliffWalking },
  { name: 'chess', load: async () => (await import('./chess.ts')).chess },
  { name: 'maze', load: async () => (await import('./maze.ts')).maze },
  { name: 'snake', load: async () => (await import('./snake.ts')).snake },
  { name: 'wildfire', load: async () => (await import('./wildfire.ts')).wildfire },
  { name: 'reasoning_gym', load: async () => (await import('./reasoning-gym.ts')).reasoningGym },
  { name: 'wordle', aliases: ['textarena'], load: async () => (await import('./textarena.ts')).wordle },
  { name: 'wordle_train', load: async () => (await import('./textarena.ts')).wordleTrain },
  { name: 'wordle_hardcore', load: async () => (await import('./textarena.ts')).wordleHardcore },
  { name: 'wordle_long', load: async () => (await import('./textarena.ts')).wordleLong },
  { name: 'wordle_long_hardcore', load: async () => (await import('./textarena.ts')).wordleLongHardcore },
  { name: 'sudoku', load: async () => (await import('./textarena.ts')).sudoku },
  { name: 'sudoku_train', load: async () => (await import('./textarena.ts')).sudokuTrain },
  { name: 'sudoku_very_easy', load: async () => (await import('./textarena.ts')).sudokuVeryEasy },
  { name: 'sudoku_easy', load: async () => (await import('./textarena.ts')).sudokuEasy },
  { name: 'sudoku_medium', load: async () => (await import('./textarena.ts')).sudokuMedium },
  { name: 'sudoku_hard', load: async () => (await import('./textarena.ts')).sudokuHard },
  { name: 'salvage', load: async () => (await import('./salvage.ts')).salvage },
  { name: 'service_desk', load: async () => (await import('./service-desk.ts')).serviceDesk },
]

/** {@link boxLibrary} in the same way. */
export const lazyBoxLibrary: readonly LazyEnvironment[] = [
  { name: 'coding', box: {}, load: async () => (await import('./box/coding.ts')).coding },
  { name: 'coding_tools', box: {}, load: async () => (await import('./box/coding-tools.ts')).codingTools },
  { name: 'git', box: {}, load: async () => (await import('./box/git.ts')).git },
  { name: 'jupyter', box: {}, load: async () => (await import('./box/jupyter.ts')).jupyter },
  { name: 'repl', box: {}, load: async () => (await import('./box/repl.ts')).repl },
  { name: 'tbench2', box: {}, load: async () => (await import('./box/tbench2.ts')).tbench2 },
  { name: 'terminus', box: {}, load: async () => (await import('./box/terminus.ts')).terminus },
]
