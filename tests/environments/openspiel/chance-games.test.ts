import { deepEqual } from 'node:assert/strict'
import { expect, test } from 'vitest'
import { createRng } from '../../../core/index.ts'
import { blackjack, openSpiel2048 } from '../../../environments/index.ts'
import { openSession } from '../driver.ts'

const EPISODES = 2000
const SLOW = { timeout: 240_000 }

/** A hand's best total by trying every ace at one and at eleven. */
function bestTotal(cards: readonly number[]): number {
  let totals = [0]
  for (const card of cards) {
    const rank = card % 13
    totals = totals.flatMap((total) => (rank === 0 ? [total + 1, total + 11] : [total + Math.min(rank + 1, 10)]))
  }
  const good = totals.filter((total) => total <= 21)
  return good.length > 0 ? Math.max(...good) : Math.min(...totals)
}

function readHand(tensor: readonly number[]) {
  const cardsAt = (start: number) => tensor.slice(start, start + 52).flatMap((value, card) => (value === 1 ? [card] : []))
  return {
    turn: tensor.slice(0, 2),
    terminal: tensor[2],
    bar: tensor.slice(3, 33),
    up: cardsAt(33),
    player: cardsAt(85),
    dealer: cardsAt(137),
  }
}

test('2,000 hands of blackjack are dealt, counted and paid as a second model says', SLOW, async () => {
  const rng = createRng(5)
  const session = openSession(blackjack)
  for (let episode = 0; episode < EPISODES; episode++) {
    let answer = await session.reset({ seed: episode })
    let hand = readHand(answer.observation.info_state)
    while (!answer.done) {
      deepEqual([hand.turn, hand.terminal, hand.up.length, hand.dealer], [[0, 1], 0, 1, hand.up])
      deepEqual(hand.bar.lastIndexOf(1), bestTotal(hand.player))
      answer = await session.step({ action_id: rng.choice([0, 0, 1]) })
      hand = readHand(answer.observation.info_state)
    }
    const [own, other] = [bestTotal(hand.player), bestTotal(hand.dealer)]
    const isLost = own > 21 || (other <= 21 && other > own)
    expect(answer.reward).toBe(isLost ? -1 : own === other ? 0 : 1)
    expect([hand.turn, hand.terminal, hand.dealer.includes(hand.up[0] ?? -1)]).toEqual([[0, 0], 1, true])
    if (own <= 21) expect(other).toBeGreaterThanOrEqual(17)
    if (own > 21) expect(hand.dealer).toHaveLength(2)
    expect(new Set([...hand.player, ...hand.dealer]).size).toBe(hand.player.length + hand.dealer.length)
  }
})

test('an action that is neither hit nor stand does nothing', async () => {
  const session = openSession(blackjack)
  const { observation } = await session.reset({ seed: 3 })
  const answer = await session.step({ action_id: 7 })
  expect(answer).toMatchObject({ reward: 0, done: false, observation: { info_state: observation.info_state } })
})

/** A line slid to its start, as text: tiles are letters, each merge makes the next letter, marked by a star. */
function slideLine(line: readonly number[]): { tiles: number[]; merged: boolean[]; score: number } {
  const letters = line.filter((tile) => tile > 0).map((tile) => String.fromCharCode(96 + Math.log2(tile)))
  const text = letters.join('').replace(/(.)\1/g, (pair) => `${String.fromCharCode(pair.charCodeAt(0) + 1)}*`)
  const found = [...text.matchAll(/(.)(\*?)/g)].map(([, letter = '', star]) => ({
    tile: 2 ** (letter.charCodeAt(0) - 96),
    isMerged: star === '*',
  }))
  const padded = [0, 1, 2, 3].map((at) => found[at] ?? { tile: 0, isMerged: false })
  const score = padded.reduce((sum, { tile, isMerged }) => sum + (isMerged ? tile : 0), 0)
  return { tiles: padded.map(({ tile }) => tile), merged: padded.map(({ isMerged }) => isMerged), score }
}

/** Cells of the four lines, each from the edge that a direction slides to. */
function linesOf(direction: number): number[][] {
  const across = [0, 1, 2, 3].map((line) => [0, 1, 2, 3].map((at) => (direction % 2 === 1 ? line * 4 + at : at * 4 + line)))
  return direction === 1 || direction === 2 ? across.map((line) => line.toReversed()) : across
}

function slideBoard(board: readonly number[], direction: number) {
  const [slid, merged] = [new Array<number>(16).fill(0), new Array<boolean>(16).fill(false)]
  let score = 0
  for (const line of linesOf(direction)) {
    const result = slideLine(line.map((cell) => board[cell] ?? 0))
    score += result.score
    for (const [at, cell] of line.entries()) [slid[cell], merged[cell]] = [result.tiles[at] ?? 0, result.merged[at] ?? false]
  }
  return { slid, merged, score }
}

/** OpenSpiel's legality with its quirk: a merge into a tile that the last move made does not count. */
function isListed(board: readonly number[], merged: readonly boolean[], direction: number): boolean {
  return linesOf(direction).some((line) =>
    [1, 2, 3].some((at) => {
      const [tile, ahead = 0] = [board[line[at] ?? 0] ?? 0, line[at - 1]]
      return tile > 0 && (board[ahead] === 0 || (board[ahead] === tile && !merged[ahead]))
    }),
  )
}

test('2,000 games of 2048 slide, merge and score as a second model says', { timeout: 400_000 }, async () => {
  const rng = createRng(6)
  const session = openSession(openSpiel2048)
  const fours = [0, 0]
  for (let episode = 0; episode < EPISODES; episode++) {
    let answer = await session.reset({ seed: episode })
    let board: number[] = answer.observation.info_state
    let merged: boolean[] = []
    // Most games are cut short: their ends are all alike.
    for (let move = 0; !answer.done && (move < 40 || episode % 20 === 0); move++) {
      const legal = [0, 1, 2, 3].filter((direction) => isListed(board, merged, direction))
      deepEqual(answer.observation.legal_actions, legal)
      const direction = rng.random() < 0.05 ? rng.integer(0, 3) : rng.choice(legal)
      const expected = slideBoard(board, direction)
      const hasMoved = expected.slid.join() !== board.join()
      answer = await session.step({ action_id: direction })
      const after: number[] = answer.observation.info_state
      const added = after.flatMap((tile, cell) => (tile === expected.slid[cell] ? [] : [{ tile, was: expected.slid[cell] }]))
      deepEqual([answer.reward, added.length], [expected.score, hasMoved ? 1 : 0])
      for (const { tile, was } of added) {
        deepEqual([tile === 2 || tile === 4, was], [true, 0])
        fours[tile === 4 ? 1 : 0] = (fours[tile === 4 ? 1 : 0] ?? 0) + 1
      }
      ;[board, merged] = [after, expected.merged]
    }
    if (answer.done) deepEqual(answer.observation.legal_actions, [])
  }
  const [twos = 0, four = 0] = fours
  expect(four / (twos + four)).toBeCloseTo(0.1, 2)
})

test('a game of 2048 reaches the goal and ends without a new tile', async () => {
  const near = [1024, 1024, ...new Array<number>(14).fill(0)]
  const state = { game: { board: near, merged: [] }, step_count: 0, opponent_last_action: null }
  const turn = await openSpiel2048.step(state, { action_id: 3 }, { rng: createRng(1) } as never)
  expect(turn).toMatchObject({ done: true, reward: 2048, observation: { legal_actions: [], current_player_id: -4 } })
  expect(turn.observation.info_state.filter((tile) => tile > 0)).toEqual([2048])
})
