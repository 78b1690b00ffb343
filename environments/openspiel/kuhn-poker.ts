import { z } from 'zod'
import { type Game, oneHot, type Player, TERMINAL } from './game.ts'

const CARDS = [0, 1, 2]
const BET = 1

const KuhnPokerState = z.object({ agent_card: z.int(), opponent_card: z.int(), bets: z.array(z.int()) })
type KuhnPokerState = z.output<typeof KuhnPokerState>

/** Ends after two passes, a pass in answer to a bet, or a bet in answer to a bet. */
function player({ bets }: KuhnPokerState): Player {
  const [first, second] = bets
  if (bets.length === 3 || (bets.length === 2 && !(first !== BET && second === BET))) return TERMINAL
  return bets.length % 2 === 0 ? 0 : 1
}

/** What the agent won, once the betting is over: the pot's ante, doubled when both bet; a fold loses whatever the cards are. */
function winnings({ agent_card, opponent_card, bets }: KuhnPokerState): number {
  const hasAgentBet = bets[0] === BET || bets[2] === BET
  const hasOpponentBet = bets[1] === BET
  if (hasAgentBet !== hasOpponentBet) return hasAgentBet ? 1 : -1
  const stake = hasAgentBet ? 2 : 1
  return agent_card > opponent_card ? stake : -stake
}

/** Kuhn's three-card poker: pass (0, and every other int) or bet (1), agent first. The opponent's card never leaves. */
export const kuhnPokerGame: Game<KuhnPokerState> = {
  name: 'kuhn_poker',
  description: 'Three-card poker against an opponent: 0 pass, 1 bet; the agent speaks first. The reward is what was won.',
  players: 2,
  state: KuhnPokerState,

  start(rng) {
    const agent_card = rng.choice(CARDS)
    const opponent_card = rng.choice(CARDS.filter((card) => card !== agent_card))
    return { agent_card, opponent_card, bets: [] }
  },

  player,

  legalActions: (state) => (player(state) === TERMINAL ? [] : [0, 1]),

  apply(before, action) {
    const state = { ...before, bets: [...before.bets, action] }
    return { state, reward: player(state) === TERMINAL ? winnings(state) : 0 }
  },

  infoState({ agent_card, bets }) {
    return oneHot(11, 0, 2 + agent_card, ...bets.map((bet, index) => 5 + index * 2 + bet))
  },

  picture({ agent_card, bets }) {
    return `card ${agent_card}, betting: ${bets.map((bet) => (bet === BET ? 'bet' : 'pass')).join(' ') || 'none yet'}`
  },
}
