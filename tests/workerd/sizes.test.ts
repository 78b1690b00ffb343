import { abortAllDurableObjects } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { openSocket } from './socket.ts'

const MILLION = 1_000_000

for (const path of ['/envs/parcel/ws', '/envs/parcel/s/large/ws', '/envs/parcel/o/durability=checkpoint/s/large-2/ws']) {
  test(`actions, answers and states of many megabytes are played, and the session goes on: ${path}`, async () => {
    const socket = await openSocket(path)
    await socket.reset()
    for (const action of [
      { text: 'a'.repeat(3 * MILLION) },
      { text: '€'.repeat(8 * MILLION) },
      { answered: 3 * MILLION },
      { answered: 33 * MILLION },
      { kept: 3 * MILLION },
    ]) {
      expect((await socket.step(action)).type).toBe('observation')
      expect((await socket.step({})).data.observation).toEqual({ metadata: {}, length: 0, text: '' })
    }
    expect((await socket.state()).data).toMatchObject({ count: 10, step_count: 10 })
    socket.close()
    await socket.closed
  })
}

test('a large action and a large numbered answer survive a crash', async () => {
  const path = '/envs/parcel/s/survivor/ws'
  const first = await openSocket(path)
  await first.reset()
  await first.step({ text: 'a'.repeat(3 * MILLION) })
  const numbered = { type: 'step', data: { answered: 3 * MILLION }, request_id: 'large' }
  const answer = await first.askText(numbered)
  await abortAllDurableObjects()
  const second = await openSocket(path)
  expect((await second.askText(numbered)) === answer).toBe(true)
  expect((await second.state()).data).toMatchObject({ count: 2 })
})
