import { deepEqual } from 'node:assert/strict'
import { expect, test } from 'vitest'
import { createRng } from '../../core/index.ts'
import { maze } from '../../environments/index.ts'
import { openSession } from './driver.ts'

const EPISODES = 2000
const PLAN = ['00000100', '11010101', '00010001', '01111100', '00000010', '10111000', '00001010', '01100000']
const SHIFTS: Record<number, [number, number]> = { 0: [0, -1], 1: [0, 1], 2: [-1, 0], 3: [1, 0] }

function isFree(column: number, row: number): boolean {
  return PLAN[row]?.[column] === '0'
}

/** A model of its own: one function from what was seen so far to what must come. */
function expectedTurn(at: [number, number], action: number, seen: Set<string>): { at: [number, number]; reward: number } {
  const [right, down] = SHIFTS[action] ?? [0, 0]
  const target: [number, number] = [at[0] + right, at[1] + down]
  if (!isFree(...target)) return { at, reward: -0.75 }
  const reward = target.join() === '7,7' ? 10 : seen.has(target.join()) ? -0.25 : -0.05
  seen.add(target.join())
  return { at: target, reward }
}

test('2,000 random walks are those of a second model', { timeout: 240_000 }, async () => {
  const rng = createRng(8)
  const session = openSession(maze)
  for (let episode = 0; episode < EPISODES; episode++) {
    let at: [number, number] = [0, 0]
    let total = 0
    const seen = new Set<string>()
    let { observation, done } = await session.reset()
    for (let steps = 1; !done && steps < 40; steps++) {
      const legal = [2, 3, 0, 1].filter((action) => isFree(at[0] + (SHIFTS[action]?.[0] ?? 0), at[1] + (SHIFTS[action]?.[1] ?? 0)))
      deepEqual(observation.legal_actions, legal)
      const action = rng.random() < 0.2 ? rng.integer(0, 3) : rng.choice(legal)
      const before = at
      const expected = expectedTurn(at, action, seen)
      at = expected.at
      total += expected.reward
      const status = at.join() === '7,7' ? 'win' : total < -32 ? 'lose' : 'playing'
      const answer = await session.step({ action })
      ;({ observation, done } = answer)
      deepEqual([answer.reward, done, observation.current_position], [expected.reward, status !== 'playing', at])
      if (expected.reward !== -0.75) deepEqual(observation.previous_position, before)
      deepEqual([answer.metadata.status, answer.metadata.step], [status, steps])
    }
  }
})

test('forty-three bumps are too many, and after that every step is done', async () => {
  const session = openSession(maze)
  await session.reset()
  for (let bump = 0; bump < 42; bump++) expect(await session.step({ action: 0 })).toMatchObject({ reward: -0.75, done: false })
  expect(await session.step({ action: 0 })).toMatchObject({ done: true, metadata: { status: 'lose' } })
  expect(await session.step({ action: 3 })).toMatchObject({ reward: -0.05, done: true, observation: { legal_actions: [] } })
})

test('an unknown action is an error that has cost a step and a bump', async () => {
  const session = openSession(maze)
  await session.reset()
  await expect(session.step({ action: 7 })).rejects.toThrow('7 is not a valid Action')
  expect(await session.state()).toMatchObject({ step_count: 1, current_position: [0, 0] })
  for (let bump = 0; bump < 41; bump++) expect(await session.step({ action: 0 })).toMatchObject({ done: false })
  expect(await session.step({ action: 0 })).toMatchObject({ done: true })
})

test('start_cell is honoured, and upstream says what it cannot be', async () => {
  const session = openSession(maze)
  expect(await session.reset({ start_cell: [2, 1] })).toMatchObject({ observation: { current_position: [2, 1] } })
  await expect(session.reset({ start_cell: [9, 9] })).rejects.toThrow('Error: start cell at [9, 9] is not inside maze')
  await expect(session.reset({ start_cell: [5, 0] })).rejects.toThrow('is not free')
  await expect(session.reset({ start_cell: [7, 7] })).rejects.toThrow('start- and exit cell cannot be the same')
})

test('a seed that NumPy would not take is refused, as upstream refuses it', async () => {
  const session = openSession(maze)
  for (const seed of [-1, 2 ** 32]) await expect(session.reset({ seed })).rejects.toThrow('Seed must be between 0 and 2**32 - 1')
  expect(await session.reset({ seed: 2 ** 32 - 1 })).toMatchObject({ reward: 0 })
})
