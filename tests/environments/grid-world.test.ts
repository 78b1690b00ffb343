import { deepEqual } from 'node:assert/strict'
import { expect, test } from 'vitest'
import { createRng } from '../../core/index.ts'
import { gridWorld } from '../../environments/index.ts'
import { playDirectly } from './driver.ts'

const EPISODES = 2000
const WAYS = ['UP', 'DOWN', 'LEFT', 'RIGHT'] as const

test('2,000 random walks are those of a second model, which looks each step up on a drawn grid', async () => {
  const cells = Array.from({ length: 25 }, (_, at) => [Math.floor(at / 5), at % 5] as const)
  const next = (at: number, way: (typeof WAYS)[number]) => {
    const to = at + { UP: -5, DOWN: 5, LEFT: -1, RIGHT: 1 }[way]
    const isOver = to < 0 || to > 24 || (way === 'LEFT' && at % 5 === 0) || (way === 'RIGHT' && at % 5 === 4)
    return isOver ? at : to
  }
  const rng = createRng(1)
  const direct = playDirectly(gridWorld)
  let goals = 0
  for (let episode = 0; episode < EPISODES; episode++) {
    let { state } = await direct.reset(episode, {})
    let at = 0
    for (let step = 0, done = false; !done && step < 40; step++) {
      const action = rng.choice(WAYS)
      at = next(at, action)
      const turn = await direct.step(episode, step, state, { action })
      ;({ state } = turn)
      done = at === 24
      if (done) goals += 1
      deepEqual([turn.observation.x, turn.observation.y, turn.reward, turn.done], [...(cells[at] ?? []), done ? 1 : -0.1, done])
    }
  }
  expect(goals).toBeGreaterThan(100)
})
