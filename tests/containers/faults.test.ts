import { afterAll, beforeAll, expect, test } from 'vitest'
import { docker } from './docker.ts'
import { describeWithEngine } from './engine.ts'
import { Player } from './player.ts'
import { ServedWorker } from './served-worker.ts'

const MAX_BOXES = 2

describeWithEngine('containers that end, and too many clients', { timeout: 120_000 }, () => {
  let worker: ServedWorker
  beforeAll(async () => {
    worker = await ServedWorker.start({ OPENENV_MAX_BOXES: String(MAX_BOXES) })
  })
  afterAll(() => worker?.stop())

  function terminal(player: Player, command: string) {
    return player.step({ type: 'call_tool', tool_name: 'terminal', arguments: { command } })
  }

  /** What is left once the clients are gone: nothing, sidecars included. */
  async function expectNothingLeft() {
    await expect.poll(() => docker('ps', '-aq', '--filter', `name=workerd-${worker.name}-`), { timeout: 60_000, interval: 500 }).toBe('')
  }

  test('a container killed during a step ends the episode with an error, and a reset starts another', async () => {
    const player = await Player.connect(worker.url, '/envs/terminus/ws')
    await player.reset()
    await terminal(player, 'echo one > one')
    const step = terminal(player, 'touch started; sleep 60')
    const [name = ''] = worker.containers()
    await expect.poll(() => docker('exec', name, 'ls', '/home/user'), { timeout: 20_000 }).toContain('started')
    docker('kill', name)
    expect(await step).toMatchObject({ type: 'error', data: { code: 'CONTAINER_LOST' } })
    expect(await terminal(player, 'true')).toMatchObject({ type: 'error', data: { code: 'CONTAINER_LOST' } })
    expect(await player.ask('state')).toMatchObject({ data: { step_count: 1, commands: [{ command: 'echo one > one' }] } })
    expect(await player.reset()).toMatchObject({ type: 'observation' })
    expect(await terminal(player, 'cat one')).toMatchObject({
      data: { observation: { result: { data: expect.stringContaining('No such file') } } },
    })
    player.close()
  })

  test('a container stopped between steps is noticed by the next one', async () => {
    const player = await Player.connect(worker.url, '/envs/coding/ws')
    await player.reset()
    await player.step({ code: 'x = 1' })
    for (const name of worker.containers()) docker('stop', '-t', '0', name)
    expect(await player.step({ code: 'x' })).toMatchObject({ type: 'error', data: { code: 'CONTAINER_LOST' } })
    await player.reset()
    expect(await player.step({ code: '1 + 1' })).toMatchObject({ data: { observation: { stdout: '2' } } })
    player.close()
    await expectNothingLeft()
  })

  test('a named session finds its files again after its socket was lost', async () => {
    const first = await Player.connect(worker.url, '/envs/terminus/s/kept/ws')
    await first.reset()
    await terminal(first, 'echo kept > file')
    first.close()
    const second = await Player.connect(worker.url, '/envs/terminus/s/kept/ws')
    expect(await terminal(second, 'cat file')).toMatchObject({ data: { observation: { result: { data: 'kept' } } } })
    second.close()
    for (const name of worker.containers()) docker('kill', name)
    await expectNothingLeft()
  })
})
