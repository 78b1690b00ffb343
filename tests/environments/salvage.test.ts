import { expect, test } from 'vitest'
import { createPyRandom, type PyRandom } from '../../environments/python-random.ts'
import { salvage } from '../../environments/salvage.ts'
import { createSalvageTeacher } from '../../environments/teachers/salvage.ts'
import { openSession, playDirectly } from './driver.ts'

type Policy = (seen: { readonly text: string }) => { command: string }

function things(listed = ''): string[] {
  return [...listed.matchAll(/\ba (\w+)/g)].map(([, thing = '']) => thing)
}

/** Any command that the latest texts make possible, wherever the player stands. */
function createWanderer(rng: PyRandom): Policy {
  let [room, floor, carrying] = ['', [] as string[], [] as string[]]
  return ({ text }) => {
    if (text.includes('You are in the')) {
      room = text
      floor = things(/You see (.*)\./.exec(text)?.[1])
      carrying = things(/You carry (a .*)\./.exec(text)?.[1])
    }
    floor = [...floor, ...things(/In it: (.*)\./.exec(text)?.[1])]
    const taken = /You take the (\w+)/.exec(text)?.[1]
    if (taken !== undefined) carrying = [...carrying, taken]
    const doors = /Doors: (.*)\. You/.exec(room)?.[1]?.replaceAll(' (locked)', '').split(', ') ?? []
    const held = carrying.flatMap((thing) => [`install ${thing}`, `drop ${thing}`])
    const container = /There is a (\w+)/.exec(room)?.[1]
    return {
      command: rng.choice([
        ...doors.map((door) => `go ${door}`),
        `open ${container}`,
        ...floor.map((part) => `take ${part}`),
        ...held,
        'look',
        'leave',
      ]),
    }
  }
}

/** Plays the teacher, but wanders in one step of two. */
function createLearner(rng: PyRandom): Policy {
  const [teach, wander] = [createSalvageTeacher(), createWanderer(rng)]
  return (seen) => {
    const [good, any] = [teach(seen), wander(seen)]
    return rng.random() < 0.5 ? good : any
  }
}

async function play(seed: number, policy: Policy): Promise<{ total: number; steps: number }> {
  const session = openSession(salvage)
  let answer = await session.reset({ seed })
  let [total, steps] = [0, 0]
  while (!answer.done) {
    answer = await session.step(policy(answer.observation))
    total += answer.reward ?? 0
    steps += 1
    expect(total).toBeCloseTo(answer.observation.score, 9)
  }
  return { total, steps }
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length
}

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed)

test('the floor: who wanders at random scores next to nothing', async () => {
  const played = await Promise.all(SEEDS.map((seed) => play(seed, createWanderer(createPyRandom(seed)))))
  expect(mean(played.map(({ total }) => total))).toBeLessThan(0.05)
  expect(Math.max(...played.map(({ steps }) => steps))).toBe(100)
})

test('the ceiling: a teacher that reads the texts alone scores 1 within the limit, and needs most of it', async () => {
  const played = await Promise.all(SEEDS.map((seed) => play(seed, createSalvageTeacher())))
  expect(mean(played.map(({ total }) => total))).toBeGreaterThan(0.98)
  expect(mean(played.map(({ steps }) => steps))).toBeGreaterThan(45)
})

test('sixteen learners of one seed differ in what they reach: a group has something to learn from', async () => {
  for (const seed of [3, 4, 5]) {
    const totals = await Promise.all(
      Array.from({ length: 16 }, async (_, at) => (await play(seed, createLearner(createPyRandom(at)))).total),
    )
    const deviation = Math.sqrt(mean(totals.map((total) => (total - mean(totals)) ** 2)))
    expect(deviation).toBeGreaterThan(0.05)
    expect(mean(totals)).toBeGreaterThan(0.05)
    expect(mean(totals)).toBeLessThan(0.95)
  }
})

test('what lies behind lids and doors is in no frame', async () => {
  const direct = playDirectly(salvage)
  for (const seed of SEEDS) {
    const { state } = await direct.reset(seed, {})
    const session = openSession(salvage)
    const frames = (await session.raw({ type: 'reset', data: { seed } })) + (await session.raw({ type: 'state' }))
    const near = state.rooms.find(({ name }) => name === state.at)?.doors ?? []
    const far = state.rooms.filter(({ name }) => name !== state.at && !near.includes(name))
    const told = state.systems.filter(({ room }) => room === state.at).flatMap(({ missing }) => missing)
    const hidden = state.rooms.flatMap((room) => room.hidden).filter((part) => part !== 'keycard' && !told.includes(part))
    for (const word of [...far.map(({ name }) => name), ...hidden]) expect(frames).not.toMatch(new RegExp(`\\b${word}\\b`))
  }
})

test('a fork with other chances sees other luck, the same episode the same', async () => {
  const direct = playDirectly(salvage)
  const { state } = await direct.reset(1, {})
  const command = `open ${state.rooms[0]?.container}`
  const luck = await Promise.all(SEEDS.map(async (salt) => (await direct.step(salt, 0, state, { command })).observation.text))
  expect(new Set(luck.map((text) => text.includes('sticks')))).toEqual(new Set([true, false]))
  expect(await direct.step(7, 0, state, { command })).toEqual(await direct.step(7, 0, state, { command }))
})

test('no command is an error: nonsense costs a step and says what there is', async () => {
  const session = openSession(salvage)
  await session.reset({ seed: 1 })
  for (const command of ['', 'dance', 'go nowhere', 'go', 'take moon', 'install', 'open door', 'constructor x', 'leave']) {
    const { reward, done, observation } = await session.step({ command })
    expect([command, reward, done]).toEqual([command, 0, false])
    expect(observation.text).not.toBe('')
  }
})

test('a hundred steps cut the episode', async () => {
  const session = openSession(salvage)
  let answer = await session.reset({ seed: 1 })
  for (let step = 0; step < 100; step++) answer = await session.step({ command: 'look' })
  expect([answer.done, answer.metadata, answer.observation.steps_left]).toEqual([true, { truncated: true }, 0])
})
