import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createPyRandom, type PyRandom } from '../../environments/python-random.ts'
import { teachWildfire } from '../../environments/teachers/wildfire.ts'
import type { Order } from '../../environments/wildfire/crew.ts'
import { wildfire } from '../../environments/wildfire.ts'
import { openSession, playDirectly } from './driver.ts'
import { readFixture } from './fixture.ts'

/** `[steps, digest]` of episodes 1, 2, … on upstream's own server: tests/interop/oracles/wildfire.py. */
const episodes = readFixture('wildfire-episodes.json', z.array(z.tuple([z.int(), z.string()])))
const STEPS_AFTER_DONE = 2
const direct = playDirectly(wildfire)

function order(player: PyRandom, grid: readonly number[]): Order {
  const action = player.choice(['water', 'break', 'wait', 'fly', 'water', 'break', 'wait'])
  const burning = [...grid.keys()].filter((at) => grid[at] === 2)
  if (action === 'wait' || action === 'fly' || player.random() < 0.05) return { action, x: null, y: null }
  if (burning.length > 0 && player.random() < 0.7) {
    const at = player.choice(burning)
    return { action, x: at % 16, y: Math.floor(at / 16) }
  }
  return { action, x: player.randint(-1, 16), y: player.randint(-1, 16) }
}

function numbers(values: readonly number[], size: 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * size))
  for (const [at, value] of values.entries()) {
    if (size === 4) view.setInt32(4 * at, value)
    else view.setFloat64(8 * at, value)
  }
  return new Uint8Array(view.buffer)
}

type Played = Awaited<ReturnType<typeof direct.reset>>

async function digestOf(seed: number): Promise<[number, string]> {
  const player = createPyRandom(seed + 10000)
  const hash = createHash('sha256')
  function feed({ observation: seen, state: { forest }, reward, done = false }: Played): void {
    hash.update(Uint8Array.from([...seen.grid, ...forest.burn_timers]))
    hash.update(numbers([seen.step, seen.burning_count, seen.burned_count, seen.remaining_water, seen.remaining_breaks], 4))
    hash.update(numbers([seen.humidity, seen.reward_hint, Number(reward)], 8)).update(Uint8Array.of(done ? 1 : 0))
    hash.update(numbers([forest.total_burned, forest.total_extinguished], 4)).update(seen.wind_dir)
  }
  let turn = await direct.reset(seed, {})
  feed(turn)
  let steps = 0
  for (let after = 0; after < STEPS_AFTER_DONE; after += turn.done ? 1 : 0) {
    turn = await direct.step(seed, steps++, turn.state, order(player, turn.observation.grid))
    feed(turn)
  }
  return [steps, hash.digest('hex').slice(0, 12)]
}

test('2,000 random episodes are those of upstream, every grid, timer and double', { timeout: 400_000 }, async () => {
  for (const [at, expected] of episodes.entries()) expect([at, ...(await digestOf(at + 1))]).toEqual([at, ...expected])
})

test('without seeds, or with seeds that count up from 0, a session plays the one stream of upstream', async () => {
  const [counting, silent] = [openSession(wildfire), openSession(wildfire)]
  for (let seed = 0; seed < 3; seed++) {
    expect(await counting.reset({ seed })).toEqual(await silent.reset())
    expect(await counting.step({ action: 'wait' })).toEqual(await silent.step({ action: 'wait' }))
  }
})

test('any other seed gives its own episode, whatever was played before', async () => {
  const [fresh, used] = [openSession(wildfire), openSession(wildfire)]
  await used.reset()
  await used.step({ action: 'wait' })
  expect(await used.reset({ seed: 42 })).toEqual(await fresh.reset({ seed: 42 }))
  expect(await used.reset({ seed: 42 })).toEqual(await fresh.reset({ seed: 42 }))
  expect(await used.reset({ seed: 43 })).not.toEqual(await fresh.reset({ seed: 42 }))
})

test('state before the first reset is an empty forest', async () => {
  expect(await openSession(wildfire).state()).toMatchObject({
    width: 0,
    height: 0,
    wind_dir: 'CALM',
    humidity: 0.25,
    remaining_water: 8,
    grid: [],
  })
})

test('the picture shows every cell', async () => {
  const { state } = await direct.reset(1, {})
  const picture = wildfire.render?.(state)
  expect(picture && 'svg' in picture && picture.svg.match(/<rect/g)?.length).toBe(256)
})

test('the teacher ends fires in a third of the steps that waiting takes', async () => {
  let [taught, waited] = [0, 0]
  for (let seed = 1; seed <= 20; seed++) {
    taught += await play(seed, teachWildfire)
    waited += await play(seed, () => ({ action: 'wait', x: null, y: null }))
  }
  expect(taught).toBeLessThan(waited / 3)
})

async function play(seed: number, policy: (seen: Played['observation']) => Order): Promise<number> {
  let turn = await direct.reset(seed, {})
  let steps = 0
  while (turn.done !== true) turn = await direct.step(seed, steps++, turn.state, policy(turn.observation))
  return steps
}
