import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docker } from './docker.ts'
import { describeWithEngine } from './engine.ts'
import { Player } from './player.ts'
import { ServedWorker } from './served-worker.ts'

/** The box's port and the state "established", as /proc/net/tcp spells them. */
const ESTABLISHED = /^\s*\d+: \w+:2253 \w+:\w+ 01 /gm
/** workerd lets an object go ten seconds after its last event. */
const HIBERNATED_AFTER_MS = 13_000

describeWithEngine('the way from a session into its box', { timeout: 120_000 }, () => {
  let worker: ServedWorker
  beforeAll(async () => {
    worker = await ServedWorker.start()
  })
  afterAll(() => worker?.stop())

  /** Sockets into the one box that runs. */
  function sockets(): number {
    const [name = ''] = worker.containers()
    return docker('exec', name, 'cat', '/proc/net/tcp', '/proc/net/tcp6').match(ESTABLISHED)?.length ?? 0
  }

  /** What runs, by the engine's ids: a session's next container has the name of the one before. */
  function running(): string[] {
    return worker.containers().map((name) => docker('inspect', '-f', '{{.Id}}', name))
  }

  async function sessionsMade(): Promise<number> {
    return Number(await (await fetch(new URL('/sessions-made', worker.url))).text())
  }

  test('closes when no call is made, and then the session hibernates while its container lives', async () => {
    const player = await Player.connect(worker.url, '/envs/coding/s/hibernates/ws')
    await player.reset()
    await player.step({ code: 'x = 5' })
    expect(sockets()).toBeGreaterThan(0)
    await player.step({ code: 'x = x + 1' })
    const made = await sessionsMade()
    await expect.poll(sockets, { timeout: 10_000 }).toBe(0)
    await delay(HIBERNATED_AFTER_MS)
    expect(await player.step({ code: 'x' })).toMatchObject({ data: { observation: { stdout: '6' } } })
    expect(await sessionsMade()).toBe(made + 1)
    player.close()
    for (const name of worker.containers()) docker('kill', name)
    await expect.poll(() => worker.containers(), { timeout: 20_000 }).toEqual([])
  })

  test('calls that are made together share it', async () => {
    const player = await Player.connect(worker.url, '/envs/probe/ws')
    await player.reset()
    // The first use after a while: nothing is open.
    await expect.poll(sockets, { timeout: 10_000 }).toBe(0)
    expect(await player.step({ op: 'together', text: 'sleep 0.2; echo -n ab' })).toMatchObject({
      data: { observation: { stdout: 'abab' } },
    })
    expect(sockets()).toBe(1)
    player.close()
    await expect.poll(() => worker.containers(), { timeout: 20_000 }).toEqual([])
  })

  test('is closed to an episode whose box was given to one that then failed to begin', async () => {
    const player = await Player.connect(worker.url, '/envs/probe/ws')
    await player.reset()
    await player.step({ text: 'echo first > file' })
    expect(await player.reset({ fails: true })).toMatchObject({ type: 'error' })
    expect(await player.step({ text: 'cat file' })).toMatchObject({ type: 'error', data: { code: 'CONTAINER_LOST' } })
    expect(await player.reset()).toMatchObject({ type: 'observation' })
    expect(await player.step({ text: 'echo again' })).toMatchObject({ data: { observation: { stdout: 'again\n' } } })
    player.close()
  })

  test('is left with calls that still wait, and the next episode has the same container', async () => {
    const player = await Player.connect(worker.url, '/envs/probe/ws')
    await player.reset()
    const before = running().toSorted()
    await player.step({ op: 'alone', text: 'sleep 60' })
    expect(await player.reset()).toMatchObject({ type: 'observation' })
    expect(await player.step({ text: 'pgrep -c sleep' })).toMatchObject({ data: { observation: { stdout: '0\n' } } })
    expect(running().toSorted()).toEqual(before)
    player.close()
  })

  test('refuses what does not fit through it, and the container is kept', async () => {
    const player = await Player.connect(worker.url, '/envs/probe/ws')
    await player.reset()
    await player.step({ text: 'echo kept > file' })
    expect(await player.step({ op: 'write', text: String(33.6 * 1024 ** 2) })).toMatchObject({
      data: { observation: { stdout: 'TOO_LARGE' } },
    })
    expect(await player.step({ text: 'cat file' })).toMatchObject({ data: { observation: { stdout: 'kept\n' } } })
    player.close()
  })

  test('a container that is frozen is given up in time, by a step and by a reset, and another is started', async () => {
    await expect.poll(() => worker.containers(), { timeout: 20_000 }).toEqual([])
    const players = await Promise.all([0, 1].map(() => Player.connect(worker.url, '/envs/probe/ws')))
    const [stepping, resetting] = players
    if (stepping === undefined || resetting === undefined) throw new Error('Two players were asked for.')
    for (const player of players) await player.reset()
    // Their sockets are closed by now: both have to knock.
    await delay(3_000)
    const frozen = running()
    for (const id of frozen) docker('pause', id)
    const reset = resetting.reset()
    expect(await stepping.step({ text: 'true' })).toMatchObject({ type: 'error', data: { code: 'CONTAINER_LOST' } })
    expect(await stepping.reset()).toMatchObject({ type: 'observation' })
    expect(await reset).toMatchObject({ type: 'observation' })
    expect(running().filter((id) => frozen.includes(id))).toEqual([])
    for (const player of players) player.close()
  })
})
