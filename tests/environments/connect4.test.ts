import { deepEqual } from 'node:assert/strict'
import { expect, test } from 'vitest'
import { createRng } from '../../core/index.ts'
import { connect4 } from '../../environments/index.ts'
import { openSession } from './driver.ts'

const EPISODES = 2000

/** A model of its own: columns as strings from the bottom up, lines found by walking all of the board. */
class Columns {
  readonly columns = Array.from({ length: 7 }, () => '')

  at(column: number, height: number): string {
    return this.columns[column]?.[height] || '.'
  }

  board(): number[][] {
    return Array.from({ length: 6 }, (_, row) => this.columns.map((_, column) => ({ X: 1, O: -1 })[this.at(column, 5 - row)] ?? 0))
  }

  legal(): number[] {
    return [0, 1, 2, 3, 4, 5, 6].filter((column) => this.at(column, 5) === '.')
  }

  hasLine(stone: string): boolean {
    const four = stone.repeat(4)
    const heights = [0, 1, 2, 3, 4, 5]
    const rows = heights.map((height) => this.columns.map((_, column) => this.at(column, height)).join(''))
    const slants = [1, -1].flatMap((slope) =>
      Array.from({ length: 24 }, (_, start) => heights.map((height) => this.at(start - 8 + slope * height, height)).join('')),
    )
    return [...this.columns, ...rows, ...slants].some((line) => line.includes(four))
  }
}

test('2,000 random games are those of a second model', { timeout: 240_000 }, async () => {
  const rng = createRng(4)
  const session = openSession(connect4)
  for (let game = 0; game < EPISODES; game++) {
    const model = new Columns()
    let answer = await session.reset({ seed: game })
    for (let turn = 0; !answer.done; turn++) {
      deepEqual(answer.observation.legal_actions, model.legal())
      const column = rng.choice(model.legal())
      const stone = turn % 2 === 0 ? 'X' : 'O'
      model.columns[column] += stone
      answer = await session.step({ column })
      const hasWon = model.hasLine(stone)
      deepEqual(answer.observation.board, model.board())
      deepEqual([answer.reward, answer.done], [hasWon ? 1 : 0, hasWon || model.legal().length === 0])
      deepEqual(answer.metadata, { next_player: turn % 2 === 0 ? -1 : 1 })
    }
  }
})

test('an illegal column costs an int −1, ends the episode and passes the turn, and play goes on', async () => {
  const session = openSession(connect4)
  await session.reset({ episode_id: 'mine' })
  for (const column of [7, -1]) {
    const frame = await session.raw({ type: 'step', data: { column } })
    expect(frame).toContain('"reward":-1,"done":true')
  }
  expect(await session.state()).toMatchObject({ episode_id: 'mine', step_count: 2, next_player: 1 })
  expect(await session.step({ column: 3 })).toMatchObject({ reward: 0, done: false })
})

test('state has an episode id before the first reset, and a step is refused until then', async () => {
  const session = openSession(connect4)
  expect(await session.state()).toMatchObject({ episode_id: expect.stringMatching(/^[0-9a-f-]{36}$/), step_count: 0, next_player: 1 })
  await expect(session.step({ column: 3 })).rejects.toThrow('call reset first')
})

test('columns are read as pydantic reads ints', async () => {
  const session = openSession(connect4)
  await session.reset()
  for (const column of ['2', 2.0, true]) expect(await session.step({ column })).toMatchObject({ done: false })
  await expect(session.step({ column: 2.5 })).rejects.toThrow('Invalid message')
  await expect(session.step({ column: 1, x: 1 })).rejects.toThrow('Invalid message')
})
