import { expect, test } from 'vitest'
import { describe } from '../../core/index.ts'
import { chess, library, maze, reasoningGym, sudokuHard, wordle } from '../../environments/index.ts'
import { openSession } from './driver.ts'

const withTasks = library.filter(({ tasks }) => tasks !== undefined)

test('the environments that have tasks by nature have them', () => {
  expect(withTasks.map(({ name }) => name).filter((name) => !/^(wordle|sudoku)/.test(name))).toEqual([
    'chess',
    'maze',
    'reasoning_gym',
    'salvage',
    'service_desk',
  ])
  expect(withTasks.filter(({ name }) => /^(wordle|sudoku)/.test(name))).toHaveLength(11)
})

test.each(withTasks)('$name sets the first and the last task of each split, the same each time', async (environment) => {
  const session = openSession(environment)
  for (const { name: split, count } of describe(environment).tasks?.splits ?? []) {
    expect(count).toBeGreaterThan(0)
    for (const index of [0, count - 1]) {
      const asked = { split, index, seed: 5, agent_color: 'white' }
      expect(await session.reset(asked)).toEqual(await session.reset(asked))
    }
    await expect(session.reset({ split, index: count })).rejects.toThrow('index')
  }
})

test.each(withTasks)('$name has no task in two splits', { timeout: 60_000 }, async ({ tasks }) => {
  const seen = new Map<string, string>()
  for (const [name, split] of Object.entries(tasks?.splits ?? {})) {
    for (const data of await split.read(0, Math.min(split.count, 200))) {
      const text = JSON.stringify(data)
      expect([text, seen.get(text) ?? name]).toEqual([text, name])
      seen.set(text, name)
    }
  }
})

test('a task sets what it says', async () => {
  const words = await wordle.tasks?.splits.test?.read(3, 4)
  const [secret] = words ?? []
  const guessing = openSession(wordle)
  await guessing.reset({ split: 'test', index: 3 })
  expect((await guessing.step({ message: `[${secret?.word}]` })).reward).toBe(1)
  const level = openSession(maze)
  const start = await level.reset({ split: 'train', index: 1 })
  expect(start.observation.current_position).toEqual((await maze.tasks?.splits.train?.read(1, 2))?.[0]?.start_cell)
  const opening = await openSession(chess).reset({ split: 'train', index: 5 })
  expect(opening.observation.fen).toBe('rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2')
  const item = await openSession(reasoningGym).reset({ split: 'train', index: 0 })
  expect(item.observation.question).toBeTypeOf('string')
  expect(JSON.stringify(await openSession(sudokuHard).reset({ split: 'test', index: 1 }))).toContain('Game Board')
})

test('every opening can be played', async () => {
  for (const split of ['train', 'test']) {
    for (let index = 0; index < (chess.tasks?.splits[split]?.count ?? 0); index++) {
      const { observation, reward } = await openSession(chess).reset({ split, index })
      expect([observation.legal_moves.length > 0, reward]).toEqual([true, 0])
    }
  }
})
