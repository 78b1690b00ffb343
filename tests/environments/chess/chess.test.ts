import { expect, test } from 'vitest'
import { chess } from '../../../environments/index.ts'
import { openSession } from '../driver.ts'

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

test('the opponent answers, and both half-moves count', async () => {
  const session = openSession(chess)
  await session.reset({ agent_color: 'white', episode_id: 'g1' })
  await session.step({ move: 'e2e4' })
  const answer = await session.step({ move: 'd2d4' })
  expect(answer).toMatchObject({ reward: 0, done: false, observation: { is_check: false, result: null } })
  expect(await session.state()).toEqual({
    episode_id: 'g1',
    step_count: 4,
    fen: answer.observation.fen,
    current_player: 'white',
    move_history: ['e2e4', 'g8f6', 'd2d4', 'f6e4'],
  })
})

test('the agent’s colour is drawn by the seed, and a Black agent sees White’s opening', async () => {
  const session = openSession(chess)
  const fens = new Set<string>()
  for (let seed = 0; seed < 20; seed++) fens.add((await session.reset({ seed })).observation.fen)
  expect([...fens].sort()).toEqual([START, 'rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq - 1 1'].sort())
})

test.each(['e2e5', 'zz', '0000', '', 'Nf3', 'e2e4q', 'E2E4'])('the illegal move "%s" costs 0.1 and counts nothing', async (move) => {
  const session = openSession(chess)
  await session.reset({ agent_color: 'white' })
  expect(await session.step({ move })).toMatchObject({ reward: -0.1, done: false, observation: { fen: START, reward: -0.1, done: false } })
  expect(await session.state()).toMatchObject({ step_count: 0, move_history: [] })
})

test('mate pays the agent, tells the result and discounts it over the agent’s moves', async () => {
  const session = openSession(chess)
  const { observation } = await session.reset({ fen: '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' })
  expect(observation.legal_moves).toHaveLength(17)
  const frame = await session.raw({ type: 'step', data: { move: 'a1a8' } })
  expect(frame).toContain('"reward":1.0,"done":true')
  expect(frame).toContain('"discounted_rewards":[1.0],"gamma":0.99')
  expect(JSON.parse(frame).data.observation).toMatchObject({ result: '1-0', is_check: true, legal_moves: [], done: true, reward: 1 })
  expect(await session.step({ move: 'g1f1' })).toMatchObject({ reward: -0.1, done: false })
})

test.each([
  ['stalemate', '7k/8/6Q1/8/8/8/8/K7 w - - 0 1', 'g6f7'],
  ['bare kings', '8/8/8/4k3/8/8/3p4/3K4 w - - 0 1', 'd1d2'],
  ['fifty moves', '8/8/4k3/8/8/3K4/8/R7 w - - 99 80', 'a1a2'],
])('%s is a draw', async (_, fen, move) => {
  const session = openSession(chess)
  await session.reset({ fen })
  expect(await session.step({ move })).toMatchObject({ reward: 0, done: true, observation: { result: '1/2-1/2' } })
})

test('a position that stands for the third time is a draw', async () => {
  const start_fen = '7k/7r/8/8/8/8/R7/K7 w - - 0 1'
  const circle = ['a2b2', 'h7g7', 'b2a2', 'g7h7']
  const moves = [...circle, ...circle].slice(0, 7)
  const state = { start_fen, fen: '7k/6r1/8/8/8/8/R7/K7 b - - 7 4', moves, agent: 'black' as const, agent_moves: 3 }
  const turn = await chess.step(state, { move: 'g7h7' }, {} as never)
  expect(turn).toMatchObject({ done: true, reward: 0, observation: { result: '1/2-1/2' } })
})

test('a position that is over at once says so, and what is none is an error', async () => {
  const session = openSession(chess)
  expect(await session.reset({ fen: 'R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1' })).toMatchObject({
    done: true,
    reward: 0,
    observation: { result: '1-0' },
  })
  await expect(session.reset({ fen: 'bogus' })).rejects.toThrow("expected 8 rows in position part of fen: 'bogus'")
})

test('equal seeds are equal games', async () => {
  const play = async (seed: number) => {
    const session = openSession(chess)
    let { observation } = await session.reset({ seed })
    for (let move = 0; move < 6; move++) ({ observation } = await session.step({ move: observation.legal_moves[0] }))
    return observation
  }
  expect(await play(11)).toEqual(await play(11))
})
