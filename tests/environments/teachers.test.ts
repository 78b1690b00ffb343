import { expect, test } from 'vitest'
import type { AnyEnvironment } from '../../core/index.ts'
import { createRng } from '../../core/index.ts'
import {
  blackjack,
  chess,
  cliffWalking,
  connect4,
  gridWorld,
  kuhnPoker,
  maze,
  openSpiel2048,
  openSpielCatch,
  snake,
  ticTacToe,
} from '../../environments/index.ts'
import { teachChess } from '../../environments/teachers/chess.ts'
import { teachConnect4 } from '../../environments/teachers/connect4.ts'
import { teachGridWorld } from '../../environments/teachers/grid-world.ts'
import { teachMaze } from '../../environments/teachers/maze.ts'
import {
  teach2048,
  teachBlackjack,
  teachCatch,
  teachCliffWalking,
  teachKuhnPoker,
  teachTicTacToe,
} from '../../environments/teachers/openspiel.ts'
import { teachSnake } from '../../environments/teachers/snake.ts'
import { openSession } from './driver.ts'

const SLOW = { timeout: 120_000 }

// biome-ignore lint/suspicious/noExplicitAny: each teacher knows its own observation.
type Policy = (observation: any) => object

/** The mean return of episodes played by `choose`, each cut at `steps`. */
async function meanReturn(environment: AnyEnvironment, choose: () => Policy, episodes: number, steps = 200): Promise<number> {
  const session = openSession(environment)
  let total = 0
  for (let seed = 0; seed < episodes; seed++) {
    const policy = choose()
    let answer = await session.reset({ seed, agent_color: 'white' })
    for (let step = 0; step < steps && !answer.done; step++) {
      answer = await session.step(policy(answer.observation))
      total += answer.reward ?? 0
    }
  }
  return total / episodes
}

function randomLegal(): () => Policy {
  const rng = createRng(1)
  return () =>
    ({ legal_actions }) => ({ action_id: rng.choice(legal_actions as number[]) })
}

test.each([
  ['catch', openSpielCatch, teachCatch, 40],
  ['tic_tac_toe', ticTacToe, teachTicTacToe, 20],
  ['kuhn_poker', kuhnPoker, teachKuhnPoker, 400],
  ['blackjack', blackjack, teachBlackjack, 400],
  ['cliff_walking', cliffWalking, teachCliffWalking, 20],
  ['2048', openSpiel2048, teach2048, 10],
] as const)('the teacher of %s earns more than chance', SLOW, async (_, environment, teach, episodes) => {
  const taught = await meanReturn(environment, () => teach as Policy, episodes, 400)
  expect(taught).toBeGreaterThan(await meanReturn(environment, randomLegal(), episodes, 400))
})

test('the best ways are taken where there is one', async () => {
  expect(await meanReturn(openSpielCatch, () => teachCatch, 20)).toBe(1)
  expect(await meanReturn(cliffWalking, () => teachCliffWalking, 1)).toBe(-9)
  expect(await meanReturn(gridWorld, () => teachGridWorld, 1)).toBeCloseTo(1 - 0.7)
  expect(await meanReturn(maze, () => teachMaze, 1)).toBeGreaterThan(9)
})

test('the snake’s teacher eats ten fruits in 200 steps', SLOW, async () => {
  const steering = (): Policy => {
    let seen: number | undefined
    return (observation) => {
      const { action, head } = teachSnake(observation, seen)
      seen = head
      return action
    }
  }
  expect(await meanReturn(snake, steering, 3)).toBeGreaterThan(10)
})

test('two connect4 teachers play a legal game to its end', async () => {
  const session = openSession(connect4)
  let answer = await session.reset()
  while (!answer.done) answer = await session.step(teachConnect4(answer.observation))
  expect(answer.reward).toBeGreaterThanOrEqual(0)
})

test('chess’s teacher moves legally', SLOW, async () => {
  const session = openSession(chess)
  let answer = await session.reset({ agent_color: 'white' })
  for (let move = 0; move < 10 && !answer.done; move++) {
    answer = await session.step(teachChess(answer.observation))
    expect(answer.reward).not.toBe(-0.1)
  }
})
