import { expect, test } from 'vitest'
import { connect } from '../../client/index.ts'
import type { gridWorld } from '../../environments/grid-world.ts'
import { startRuntime } from '../interop/runtime.ts'

test.for(['', '/s/expired'])('an expired session is an error until the next reset: %s', { timeout: 60_000 }, async (path) => {
  const runtime = await startRuntime({ file: 'tests/client/fixtures/short-lived.ts' })
  try {
    await using env = await connect<typeof gridWorld>(`${runtime.url}/envs/grid_world${path}`)
    await env.reset()
    const expired = { code: 'SESSION_ERROR', message: expect.stringContaining('expired') }
    const stepOn = async () => {
      for (;;) await env.step({ action: 'UP' })
    }
    await expect(stepOn()).rejects.toMatchObject(expired)
    await expect(env.step({ action: 'UP' })).rejects.toMatchObject(expired)
    await expect(env.state()).rejects.toMatchObject(expired)
    // The alarm that reaps the expired session may still close the first new socket too.
    await expect.poll(() => env.reset().catch(({ code }: { code: string }) => code), { timeout: 30_000 }).toMatchObject({ done: false })
  } finally {
    await runtime.stop()
  }
})
