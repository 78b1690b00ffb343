import { evictAllDurableObjects } from 'cloudflare:test'
import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openSocket } from './socket.ts'

function post(path: string, body: object): Promise<Response> {
  const request = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return exports.default.fetch(`http://host${path}`, request)
}

test('the newest socket takes over, once; then it holds against all others', async () => {
  const path = '/envs/ledger/s/contested/ws'
  const first = await openSocket(path)
  await first.reset()
  await first.step({ add: 1 })
  const second = await openSocket(path)
  expect((await second.step({ add: 1 })).data.observation).toMatchObject({ total: 2 })
  expect((await first.step({ add: 1 })).data.code).toBe('SESSION_TAKEN')
  expect(await first.closed).toBe(4001)
  await evictAllDurableObjects()
  const again = await openSocket(path)
  expect((await again.step({ add: 1 })).data.code).toBe('SESSION_TAKEN')
  expect(await again.closed).toBe(4001)
  expect((await second.step({ add: 1 })).data.observation).toMatchObject({ total: 3 })
  second.close()
  await second.closed
  const third = await openSocket(path)
  expect((await third.step({ add: 1 })).data.observation).toMatchObject({ total: 4 })
})

test('a client that names itself takes its own session back as often as it likes', async () => {
  const path = '/envs/ledger/s/mine/ws?client=me'
  const first = await openSocket(path)
  await first.reset()
  for (let total = 1; total < 5; total++) {
    const next = await openSocket(path)
    expect((await next.step({ add: 1 })).data.observation).toMatchObject({ total })
  }
})

test('a socket that says nothing takes nothing', async () => {
  const path = '/envs/ledger/s/quiet/ws'
  const first = await openSocket(path)
  await first.reset()
  await openSocket(path)
  expect((await first.step({ add: 1 })).type).toBe('observation')
})

test('HTTP drives a session by its key, reads it always, and writes only when no socket plays it', async () => {
  const base = '/envs/ledger/s/by-http'
  expect((await post(`${base}/step`, { action: { add: 1 } })).status).toBe(409)
  expect(await (await post(`${base}/reset`, { seed: 4 })).json()).toMatchObject({ done: false, reward: null, metadata: null })
  expect(await (await post(`${base}/step`, { action: { add: 2 } })).json()).toMatchObject({ observation: { total: 2 }, reward: 2 })
  const socket = await openSocket(`${base}/ws`)
  expect((await socket.step({ add: 1 })).data.observation).toMatchObject({ total: 3 })
  const refused = await post(`${base}/step`, { action: { add: 2 } })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ code: 'SESSION_TAKEN' })
  expect(await (await exports.default.fetch(`http://host${base}/state`)).json()).toMatchObject({ step_count: 2 })
})

test('a repeated HTTP request gets the stored answer', async () => {
  const base = '/envs/ledger/s/http-once'
  await post(`${base}/reset`, {})
  const body = { action: { add: 2 }, request_id: 'a' }
  const answers = [await (await post(`${base}/step`, body)).text(), await (await post(`${base}/step`, body)).text()]
  expect(answers[0]).toBe(answers[1])
})
