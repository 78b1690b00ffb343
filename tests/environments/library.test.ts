import { expect, test } from 'vitest'
import { sampleAction } from '../../core/check/sample-action.ts'
import { checkEnvironment, createRng } from '../../core/index.ts'
import { library } from '../../environments/index.ts'
import { openSession } from './driver.ts'

const SESSIONS = 64
const SEEDS = 32
const STEPS = 6
/** Nothing is drawn in these: equal actions are equal episodes, whatever the seed. */
const WITHOUT_CHANCE = ['grid_world', 'echo', 'echo_legacy', 'connect4', 'tic_tac_toe_first', 'cliff_walking', 'maze']
/** reasoning_gym makes a data set of a seed only where it is told which one and how large. */
const RESETS: Readonly<Record<string, object>> = { reasoning_gym: { dataset_name: 'chain_sum', size: 10 } }
const SLOW = { timeout: 240_000 }

test.each(library)('$name keeps every promise that checkEnvironment knows', SLOW, async (environment) => {
  expect(await checkEnvironment(environment, { seeds: [1, 2], maxSteps: 20 })).toEqual([])
})

test.each(library)('$name plays 64 sessions at once: equal seeds alike, different seeds apart', SLOW, async (environment) => {
  const play = async (index: number) => {
    const session = openSession(environment)
    const rng = createRng(1)
    const frames = [
      await session.raw({ type: 'reset', data: { ...RESETS[environment.name], seed: (index % SEEDS) + 1000, episode_id: 'same' } }),
    ]
    for (let step = 0; step < STEPS; step++)
      frames.push(await session.raw({ type: 'step', data: sampleAction(environment, rng) as object }))
    frames.push(await session.raw({ type: 'state' }))
    return frames.join('\n')
  }
  const episodes = await Promise.all(Array.from({ length: SESSIONS }, (_, index) => play(index)))
  for (let seed = 0; seed < SEEDS; seed++) expect(episodes[seed + SEEDS]).toBe(episodes[seed])
  const isAlike = new Set(episodes).size === 1
  expect(isAlike).toBe(WITHOUT_CHANCE.includes(environment.name))
})

test.each(library)('$name has a picture, examples and names of its own', async (environment) => {
  expect(environment.examples?.length).toBeGreaterThan(0)
  expect(environment.description).toBeTruthy()
  const names = library.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  expect(new Set(names).size).toBe(names.length)
  const options = environment.options?.parse(RESETS[environment.name] ?? {})
  const { state } = await environment.reset({ rng: createRng(3), seed: 3n, isSeeded: true, options, previous: undefined } as never)
  const picture = environment.render?.(state) ?? { text: undefined }
  expect('svg' in picture ? picture.svg : picture.text).toBeTypeOf('string')
})
