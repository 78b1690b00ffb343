import { create2048 } from './openspiel/2048.ts'
import { blackjackGame } from './openspiel/blackjack.ts'
import { catchGame } from './openspiel/catch.ts'
import { cliffWalkingGame } from './openspiel/cliff-walking.ts'
import { createOpenSpiel } from './openspiel/environment.ts'
import { kuhnPokerGame } from './openspiel/kuhn-poker.ts'
import { ticTacToeGame } from './openspiel/tic-tac-toe.ts'

/** Upstream's default game, so it also answers to the package's name. */
export const openSpielCatch = createOpenSpiel(catchGame, { aliases: ['openspiel'] })

export const blackjack = createOpenSpiel(blackjackGame)

export const openSpiel2048 = createOpenSpiel(create2048())

export const ticTacToe = createOpenSpiel(ticTacToeGame)

/** Against an opponent that takes the first free cell: the same actions always give the same game. */
export const ticTacToeFirst = createOpenSpiel(ticTacToeGame, { name: 'tic_tac_toe_first', opponent: 'first' })

export const kuhnPoker = createOpenSpiel(kuhnPokerGame)

export const cliffWalking = createOpenSpiel(cliffWalkingGame)
