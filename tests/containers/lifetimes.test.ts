import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithEngine } from './engine.ts'
import { Player } from './player.ts'
import { ServedWorker } from './served-worker.ts'

const MAX_AGE_MS = 5_000

describeWithEngine('how long a box lives', { timeout: 120_000 }, () => {
  let worker: ServedWorker
  beforeAll(async () => {
    worker = await ServedWorker.start({ BOX_SLEEP_AFTER: '3s', BOX_MAX_AGE_MS: String(MAX_AGE_MS) })
  })
  afterAll(() => worker?.stop())

  test('a client that never closes loses its idle container, not its session, and a busy one ends at its hard limit', async () => {
    const [idle, busy] = await Promise.all([0, 1].map(() => Player.connect(worker.url, '/envs/terminus/ws')))
    if (idle === undefined || busy === undefined) throw new Error('Two players were asked for.')
    const run = (player: Player, command: string) => player.step({ type: 'call_tool', tool_name: 'terminal', arguments: { command } })
    await Promise.all([idle.reset(), busy.reset()])
    await run(idle, 'echo one')
    const startedAt = performance.now()
    // It looks alive: never as long without a step as would let its container sleep.
    let answer = await run(busy, 'true')
    while (answer.type === 'observation') answer = await run(busy, 'sleep 0.2')
    expect(performance.now() - startedAt).toBeGreaterThan(MAX_AGE_MS / 2)
    expect(answer).toMatchObject({ type: 'error', data: { code: 'CONTAINER_LOST' } })
    await expect.poll(() => worker.containers(), { timeout: 60_000, interval: 500 }).toEqual([])
    expect(await run(idle, 'true')).toMatchObject({ type: 'error', data: { code: 'CONTAINER_LOST' } })
    expect(await idle.ask('state')).toMatchObject({ data: { step_count: 1, commands: [{ command: 'echo one' }] } })
    expect(await idle.reset()).toMatchObject({ type: 'observation' })
    idle.close()
    busy.close()
  })
})
