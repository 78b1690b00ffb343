import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithEngine } from './engine.ts'
import { Player } from './player.ts'
import { ServedWorker } from './served-worker.ts'

describeWithEngine('coding, in a box behind a session', { timeout: 120_000 }, () => {
  let worker: ServedWorker
  beforeAll(async () => {
    worker = await ServedWorker.start()
  })
  afterAll(() => worker?.stop())

  test('names persist over steps and a reset clears them', async () => {
    const player = await Player.connect(worker.url, '/envs/coding/ws')
    expect(await player.ask('state')).toMatchObject({ data: { episode_id: null, last_exit_code: 0 } })
    await player.reset()
    expect(await player.step({ code: 'x = 5' })).toMatchObject({ data: { observation: { stdout: '5' }, reward: 0.1 } })
    expect(await player.step({ code: 'x * 2' })).toMatchObject({ data: { observation: { stdout: '10' } } })
    await player.reset()
    expect(await player.step({ code: 'x' })).toMatchObject({ data: { observation: { exit_code: 1 } } })
    // What does not parse, or cannot be printed, leaves the interpreter as it was.
    await player.step({ code: 'kept = 1' })
    expect(await player.step({ code: 'a\0b' })).toMatchObject({ data: { observation: { exit_code: 1 }, reward: -0.1 } })
    expect(await player.step({ code: '10**5000' })).toMatchObject({ data: { observation: { stdout: '', stderr: '', exit_code: 0 } } })
    expect(await player.step({ code: 'kept' })).toMatchObject({ data: { observation: { stdout: '1' } } })
    player.close()
    await expect.poll(() => worker.containers(), { timeout: 20_000 }).toEqual([])
  })
})
