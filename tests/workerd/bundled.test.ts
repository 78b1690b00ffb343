import { evictAllDurableObjects } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { sampleAction } from '../../core/check/sample-action.ts'
import { createRng } from '../../core/index.ts'
import { library } from '../../environments/index.ts'
import { openSocket } from './socket.ts'
import { boots } from './worker.ts'

const SESSIONS = 64
const STEPS = 5
const SLOW = { timeout: 240_000 }

test.each(library)('eviction between every two steps changes nothing in $name', SLOW, async (environment) => {
  const play = async (between: () => Promise<unknown>) => {
    const socket = await openSocket(`/envs/${environment.name}/ws`)
    const rng = createRng(2)
    const frames: unknown[] = [await socket.reset({ seed: 5, episode_id: 'same' })]
    for (let step = 0; step < STEPS; step++) {
      await between()
      frames.push(await socket.step(sampleAction(environment, rng) as object))
    }
    socket.close()
    return frames
  }
  const unbroken = await play(async () => {})
  const before = boots.count
  expect(await play(evictAllDurableObjects)).toEqual(unbroken)
  expect(boots.count - before).toBeGreaterThan(STEPS)
})

test.each(library)('64 sessions of $name at once, equal seeds alike', SLOW, async (environment) => {
  const play = async (seed: number) => {
    const socket = await openSocket(`/envs/${environment.name}/ws`)
    const rng = createRng(3)
    const frames: unknown[] = [await socket.reset({ seed, episode_id: 'same' })]
    for (let step = 0; step < 2; step++) frames.push(await socket.step(sampleAction(environment, rng) as object))
    socket.close()
    return frames
  }
  const episodes = await Promise.all(Array.from({ length: SESSIONS }, (_, index) => play(index % 2)))
  expect(new Set(episodes.map((frames) => JSON.stringify(frames))).size).toBeLessThanOrEqual(2)
})
