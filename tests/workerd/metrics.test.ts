import { evictAllDurableObjects } from 'cloudflare:test'
import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openSocket } from './socket.ts'

async function get(path: string): Promise<Response> {
  return exports.default.fetch(`http://host${path}`)
}

/** A sample of `/metrics`; 0 when there is none. */
async function sample(name: string): Promise<number> {
  const line = (await (await get('/metrics')).text()).split('\n').find((text) => text.startsWith(`${name} `))
  return Number(line?.split(' ')[1] ?? 0)
}

async function sessions(environment: string): Promise<Record<string, unknown>[]> {
  return ((await (await get(`/envs/${environment}/sessions`)).json()) as { sessions: Record<string, unknown>[] }).sessions
}

test('metrics count sessions, episodes, steps, errors by code and how long steps took, whatever is evicted meanwhile', async () => {
  const names = ['sessions_begun_total', 'sessions_ended_total', 'episodes_total', 'steps_total'].map(
    (name) => `openenv_${name}{environment="ledger"}`,
  )
  const failed = 'openenv_errors_total{environment="ledger",code="EXECUTION_ERROR"}'
  const read = () => Promise.all([...names, failed].map(sample))
  const before = await read()
  const socket = await openSocket('/envs/ledger/ws')
  await socket.reset()
  await socket.step({ add: 1 })
  await evictAllDurableObjects()
  await socket.step({ add: 1, slow: true })
  await socket.step({ add: 1, throws: true })
  await socket.reset()
  socket.close()
  await socket.closed
  expect((await read()).map((value, index) => value - (before[index] ?? 0))).toEqual([1, 1, 2, 2, 1])
  expect(await sample('openenv_step_duration_seconds_count{environment="ledger"}')).toBe(
    await sample(`openenv_steps_total{environment="ledger"}`),
  )
  expect(await sample('openenv_step_duration_seconds_bucket{environment="ledger",le="0.025"}')).toBeLessThan(
    await sample('openenv_step_duration_seconds_bucket{environment="ledger",le="+Inf"}'),
  )
})

test('metrics are Prometheus text: a type for each metric, every sample a number', async () => {
  const response = await get('/metrics')
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  for (const line of (await response.text()).trim().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) openenv_\w+ .+|openenv_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? \d+(\.\d+)?)$/)
  }
})

test('places and how many of them are taken are told where they are limited', async () => {
  const socket = await openSocket('/envs/crowded/ws')
  await socket.reset()
  expect(await sample('openenv_places{scope="environment/crowded"}')).toBe(2)
  expect(await sample('openenv_places_taken{scope="environment/crowded"}')).toBe(1)
  socket.close()
  await socket.closed
})

test('the sessions of an environment are listed while they last, with what they did', async () => {
  const named = await openSocket('/envs/connect4/s/listed/ws')
  await named.reset()
  await named.step({ column: 3 })
  const unnamed = await openSocket('/envs/connect4/ws')
  await unnamed.reset()
  await openSocket('/envs/connect4/ws')
  const listed = await sessions('connect4')
  expect(listed).toHaveLength(2)
  expect(listed).toContainEqual({
    id: expect.any(String),
    key: 'listed',
    began_at: expect.stringMatching(/^\d{4}-.*Z$/),
    active_at: expect.stringMatching(/^\d{4}-.*Z$/),
    episodes: 1,
    steps: 1,
  })
  await named.step({ column: 3 })
  expect((await sessions('connect4')).find(({ key }) => key === 'listed')).toMatchObject({ steps: 2 })
  for (const socket of [named, unnamed]) {
    socket.close()
    await socket.closed
  }
  expect((await sessions('connect4')).map(({ key }) => key)).toEqual(['listed'])
  expect(await sessions('catch')).toEqual([])
})
