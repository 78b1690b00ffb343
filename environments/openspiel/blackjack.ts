import { z } from 'zod'
import type { Rng } from '../../core/index.ts'
import { type Game, oneHot, TERMINAL } from './game.ts'

const RANKS = 13
const CARDS = 52
const BEST_TOTAL = 21
const DEALER_STANDS_AT = 17
const THERMOMETER = 30
const HIT = 0
const STAND = 1

/** Cards are suit·13 + rank: suits C D H S, ranks A 2 … 10 J Q K. */
const BlackjackState = z.object({ player: z.array(z.int()), dealer: z.array(z.int()), over: z.boolean() })
type BlackjackState = z.output<typeof BlackjackState>

/** The best total: an ace counts eleven where that does not go over 21. */
function total(cards: readonly number[]): number {
  const low = cards.reduce((sum, card) => sum + Math.min((card % RANKS) + 1, 10), 0)
  const hasAce = cards.some((card) => card % RANKS === 0)
  return hasAce && low + 10 <= BEST_TOTAL ? low + 10 : low
}

function draw(dealt: readonly number[], rng: Rng): number {
  const left = Array.from({ length: CARDS }, (_, card) => card).filter((card) => !dealt.includes(card))
  return rng.choice(left)
}

function playDealer(state: BlackjackState, rng: Rng): BlackjackState {
  const dealer = [...state.dealer]
  while (total(dealer) < DEALER_STANDS_AT) dealer.push(draw([...state.player, ...dealer], rng))
  return { ...state, dealer, over: true }
}

function outcome({ player, dealer }: BlackjackState): number {
  const [own, other] = [total(player), total(dealer)]
  return other > BEST_TOTAL ? 1 : Math.sign(own - other)
}

function cardName(card: number): string {
  return `${['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'][card % RANKS]}${'CDHS'[Math.floor(card / RANKS)]}`
}

/** Hit (0) or stand (1) with one deck. The dealer's first card stays hidden until the end; a natural pays no bonus. Any other action does nothing. */
export const blackjackGame: Game<BlackjackState> = {
  name: 'blackjack',
  description:
    'Blackjack with one deck against a dealer who stands at 17: 0 hit, 1 stand. `info_state` counts your total from its fourth place on, then shows cards.',
  players: 1,
  state: BlackjackState,

  start(rng) {
    const dealt: number[] = []
    for (let i = 0; i < 4; i++) dealt.push(draw(dealt, rng))
    return { player: dealt.slice(0, 2), dealer: dealt.slice(2), over: false }
  },

  player: (state) => (state.over ? TERMINAL : 0),

  legalActions: (state) => (state.over ? [] : [HIT, STAND]),

  apply(before, action, rng) {
    if (action === STAND) {
      const state = playDealer(before, rng)
      return { state, reward: outcome(state) }
    }
    if (action !== HIT) return { state: before, reward: 0 }
    const player = [...before.player, draw([...before.player, ...before.dealer], rng)]
    const isBust = total(player) > BEST_TOTAL
    return { state: { ...before, player, over: isBust }, reward: isBust ? -1 : 0 }
  },

  infoState({ player, dealer, over }) {
    const visible = dealer.slice(1, 2)
    const best = total(player)
    const thermometer = Array.from({ length: THERMOMETER }, (_, at) => (at <= best ? 1 : 0))
    const cards = [visible, player, over ? dealer : visible].flatMap((some) => oneHot(CARDS, ...some))
    return [0, over ? 0 : 1, over ? 1 : 0, ...thermometer, ...cards]
  },

  picture({ player, dealer, over }) {
    const shown = dealer.map((card, index) => (over || index === 1 ? cardName(card) : '?'))
    return `player ${player.map(cardName).join(' ')} (${total(player)})\ndealer ${shown.join(' ')}`
  },
}
