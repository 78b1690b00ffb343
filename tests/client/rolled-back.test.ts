import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect, OpenEnvError } from '../../client/index.ts'
import type { gridWorld } from '../../environments/grid-world.ts'
import { startRuntime } from '../interop/runtime.ts'
import { placeOf, walk } from './walk.ts'

test('a crash that lost checkpointed steps is an error with the true count, from which the client plays on', {
  timeout: 120_000,
}, async () => {
  const runtime = await startRuntime()
  const { moves, places } = walk(100_000)
  try {
    await using env = await connect<typeof gridWorld>(`${runtime.url}/envs/grid_world/o/durability=checkpoint/s/rolled-back`)
    await env.reset({ seed: 1 })
    let count = 0
    let error: unknown
    const play = async () => {
      while (error === undefined) {
        const turn = await env.step({ action: moves[count] ?? 'UP' })
        expect(placeOf(turn)).toEqual(places[count])
        count += 1
      }
    }
    const played = play().catch((thrown: unknown) => {
      error = thrown
    })
    // Long enough for a burst of steps with no row of their own, whatever the machine's speed.
    while (count < 20) await setTimeout(1)
    await runtime.kill()
    await runtime.restart()
    await played

    expect(error).toBeInstanceOf(OpenEnvError)
    expect(error).toMatchObject({ code: 'EPISODE_ROLLED_BACK' })
    const { stepCount } = await env.state()
    expect(error).toMatchObject({ details: { step_count: stepCount } })
    expect(stepCount).toBeLessThanOrEqual(count)
    expect(placeOf(await env.step({ action: moves[stepCount] ?? 'UP' }))).toEqual(places[stepCount])
  } finally {
    await runtime.stop()
  }
})
