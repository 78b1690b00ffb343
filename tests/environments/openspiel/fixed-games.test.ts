import { deepEqual } from 'node:assert/strict'
import { expect, test } from 'vitest'
import { createRng } from '../../../core/index.ts'
import { cliffWalking, kuhnPoker, openSpielCatch, ticTacToe, ticTacToeFirst } from '../../../environments/index.ts'
import { openSession } from '../driver.ts'

const EPISODES = 2000
const SLOW = { timeout: 240_000 }
/** Marks of three in a row, as bits of the cells. */
const LINES = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]

/** Where the ones of a tensor are. */
function onesOf(tensor: readonly number[]): number[] {
  return tensor.flatMap((value, at) => (value === 1 ? [at] : []))
}

function hasLine(cells: number): boolean {
  return LINES.some((line) => (cells & line) === line)
}

function cellsOf(cells: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((cell) => (cells >> cell) & 1)
}

test('2,000 games of catch fall, clamp and pay as a second model says', SLOW, async () => {
  const rng = createRng(1)
  const session = openSession(openSpielCatch)
  for (let episode = 0; episode < EPISODES; episode++) {
    let { observation } = await session.reset({ seed: episode })
    const ball = observation.info_state.indexOf(1)
    let paddle = 2
    for (let row = 1; row <= 9; row++) {
      const action = rng.integer(0, 2)
      paddle = [Math.max(paddle - 1, 0), paddle, Math.min(paddle + 1, 4)][action] ?? paddle
      const answer = await session.step({ action_id: action })
      observation = answer.observation
      deepEqual(
        onesOf(observation.info_state),
        [...new Set([row * 5 + ball, 45 + paddle])].sort((a, b) => a - b),
      )
      deepEqual([answer.done, answer.reward], [row === 9, row < 9 ? 0 : paddle === ball ? 1 : -1])
    }
    deepEqual([observation.legal_actions, observation.current_player_id, observation.game_phase], [[], -4, 'terminal'])
  }
})

test('2,000 games of noughts and crosses are those of a second model, opponent and all', SLOW, async () => {
  const rng = createRng(2)
  const session = openSession(ticTacToe)
  for (let episode = 0; episode < EPISODES; episode++) {
    let answer = await session.reset({ seed: episode })
    let [crosses, noughts, moves] = [0, 0, 0]
    while (!answer.done) {
      deepEqual(answer.observation.legal_actions, cellsOf(0o777 & ~(crosses | noughts)))
      const action = rng.choice<number>(answer.observation.legal_actions)
      answer = await session.step({ action_id: action })
      crosses |= 1 << action
      const isOver = hasLine(crosses) || (crosses | noughts) === 0o777
      if (!isOver) noughts |= 1 << answer.observation.opponent_last_action
      moves += isOver ? 1 : 2
      const hasLost = !isOver && hasLine(noughts)
      deepEqual([answer.done, answer.reward], [isOver || hasLost, hasLost ? -1 : isOver && hasLine(crosses) ? 1 : 0])
      const planes = [0o777 & ~(crosses | noughts), noughts, crosses]
      deepEqual(
        onesOf(answer.observation.info_state),
        planes.flatMap((plane, at) => cellsOf(plane).map((cell) => at * 9 + cell)),
      )
    }
    expect((await session.state()).step_count).toBe(moves)
  }
})

test('2,000 hands of Kuhn poker pay what the table of the game says', SLOW, async () => {
  const rng = createRng(3)
  const session = openSession(kuhnPoker)
  const seen = new Set<string>()
  for (let episode = 0; episode < EPISODES; episode++) {
    let answer = await session.reset({ seed: episode })
    const card = answer.observation.info_state.slice(2, 5).indexOf(1)
    let betting = ''
    while (!answer.done) {
      const action = rng.integer(0, 1)
      answer = await session.step({ action_id: action })
      betting += 'pb'.charAt(action)
      const isAnswered = !/^(bp|bb|pp|pbp|pbb)$/.test(betting)
      if (isAnswered) betting += 'pb'.charAt(answer.observation.opponent_last_action)
      deepEqual(onesOf(answer.observation.info_state), [0, 2 + card, ...[...betting].map((bet, at) => 5 + 2 * at + 'pb'.indexOf(bet))])
    }
    const stake = { pp: [-1, 1], pbp: [-1, -1], pbb: [-2, 2], bp: [1, 1], bb: [-2, 2] }[betting] ?? []
    const fixed = card === 2 ? stake.slice(1) : card === 0 ? stake.slice(0, 1) : stake
    expect(fixed).toContain(answer.reward)
    seen.add(`${card} ${betting} ${answer.reward}`)
  }
  // Three cards, two folds; three showdowns that a middle card may win or lose.
  expect(seen.size).toBe(3 * 2 + 3 * 4)
})

test('2,000 walks along the cliff are those of a second model', SLOW, async () => {
  const rng = createRng(4)
  const session = openSession(cliffWalking)
  for (let episode = 0; episode < EPISODES; episode++) {
    let answer = await session.reset()
    let at = { x: 0, y: 0 }
    const ones: number[] = []
    while (!answer.done) {
      const action = rng.choice([0, 1, 1, 2, 3])
      answer = await session.step({ action_id: action })
      ones.push(ones.length * 4 + action)
      const target =
        [
          { x: at.x + 1, y: at.y },
          { x: at.x, y: at.y + 1 },
          { x: at.x - 1, y: at.y },
          { x: at.x, y: at.y - 1 },
        ][action] ?? at
      if (target.x >= 0 && target.x < 8 && target.y >= 0 && target.y < 4) at = target
      const hasFallen = at.y === 0 && at.x > 0 && at.x < 7
      const isHome = at.y === 0 && at.x === 7
      deepEqual([answer.reward, answer.done], [hasFallen ? -100 : -1, hasFallen || isHome || ones.length === 100])
      deepEqual(onesOf(answer.observation.info_state), ones)
    }
  }
})

test('an opponent that takes the first cell makes the same game of the same actions', async () => {
  const session = openSession(ticTacToeFirst)
  await session.reset({ seed: 1 })
  expect(await session.step({ action_id: 4 })).toMatchObject({ observation: { opponent_last_action: 0 } })
  await expect(session.step({ action_id: 4 })).rejects.toThrow('Cell 4 is taken.')
  expect(await session.state()).toMatchObject({ step_count: 2, opponent_policy: 'first', num_players: 2 })
})

test('a step after the end throws its action away and begins the next game', async () => {
  const session = openSession(openSpielCatch)
  await session.reset({ episode_id: 'kept' })
  for (let step = 0; step < 9; step++) await session.step({ action_id: '1', game_name: 'ignored', game_params: { rows: 3 } })
  expect(await session.step({ action_id: 2 })).toMatchObject({ reward: null, done: false, observation: { game_phase: 'initial' } })
  expect(await session.state()).toMatchObject({ episode_id: 'kept', step_count: 10 })
})
