import { EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect } from '../../client/index.ts'
import { createRng } from '../../core/index.ts'
import type { gridWorld } from '../../environments/grid-world.ts'
import { startRuntime } from '../interop/runtime.ts'
import { placeOf, walk } from './walk.ts'

/** `KILLS=50 npx vitest run tests/client/killed.test.ts` is the long run. */
const KILLS = Number(process.env.KILLS ?? 5)
/** The runtime lives for so many steps at most, and dies so many milliseconds later: between two steps or in the middle of one. */
const LONGEST_LIFE_STEPS = 40
const LONGEST_DEATH_MS = 4
const SEED = 20261129

test('a runtime that is killed again and again changes nothing in what a client sees', { timeout: 30_000 + KILLS * 20_000 }, async () => {
  const runtime = await startRuntime()
  const rng = createRng(SEED)
  const env = await connect<typeof gridWorld>(`${runtime.url}/envs/grid_world/s/killed`)
  const { moves, places } = walk(100_000)
  const progress = new EventEmitter()
  let isOver = false
  let count = 0

  async function play(): Promise<void> {
    await env.reset({ seed: SEED })
    while (!isOver) {
      const turn = await env.step({ action: moves[count] ?? 'UP' })
      expect(placeOf(turn), `step ${count}, seed ${SEED}`).toEqual(places[count])
      count += 1
      progress.emit('step')
    }
  }

  async function crash(): Promise<void> {
    for (let kill = 0; kill < KILLS; kill++) {
      const lifeEnd = count + rng.integer(1, LONGEST_LIFE_STEPS)
      while (count < lifeEnd) await once(progress, 'step')
      await setTimeout(rng.integer(0, LONGEST_DEATH_MS))
      await runtime.kill()
      await runtime.restart()
    }
    isOver = true
  }

  try {
    await Promise.all([play(), crash()])
    expect(await env.state()).toMatchObject({ stepCount: count })
    console.log(`${KILLS} kills, ${count} steps, none lost, none twice`)
  } finally {
    await env.close()
    await runtime.stop()
  }
})

test('a client that is killed in the middle of a step finds its session by its own request ids', { timeout: 60_000 }, async () => {
  const runtime = await startRuntime()
  const url = `${runtime.url}/envs/grid_world/s/killed-client`
  const { moves, places } = walk(12)
  const seen = []
  try {
    for (const [index, action] of moves.entries()) {
      // Each client is given up without a close in the middle of its step, and the next one asks for the same step again.
      const killed = new AbortController()
      const first = await connect<typeof gridWorld>(url, { signal: killed.signal })
      if (index === 0) await first.reset({ seed: SEED })
      const call = first.step({ action }, { requestId: `step-${index}` })
      killed.abort()
      await expect(call).rejects.toMatchObject({ name: 'AbortError' })
      await using second = await connect<typeof gridWorld>(url)
      seen.push(placeOf(await second.step({ action }, { requestId: `step-${index}` })))
    }
    expect(seen).toEqual(places)
    await using last = await connect<typeof gridWorld>(url)
    expect(await last.state()).toMatchObject({ stepCount: moves.length })
  } finally {
    await runtime.stop()
  }
})
