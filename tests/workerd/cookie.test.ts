import { runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'

type Init = { method?: string; headers?: Record<string, string>; body?: string }

/** A client with a cookie jar, as `requests.Session` is one. */
function openJar(environment: string) {
  let cookie: string | undefined
  async function ask(method: 'GET' | 'POST', route: string, body?: object): Promise<{ status: number; body: unknown }> {
    const headers = { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) }
    const init: Init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await exports.default.fetch(`http://host/envs/${environment}/${route}`, init)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return { status: response.status, body: await response.json() }
  }
  return { ask, cookie: () => cookie }
}

test('a client that keeps cookies plays one episode over HTTP', async () => {
  const jar = openJar('ledger')
  await jar.ask('POST', 'reset', { episode_id: 'mine' })
  for (let total = 1; total <= 3; total++) {
    expect((await jar.ask('POST', 'step', { action: { add: 1 } })).body).toMatchObject({ observation: { total } })
  }
  expect((await jar.ask('GET', 'state')).body).toMatchObject({ episode_id: 'mine', step_count: 3 })
  const before = jar.cookie()
  await jar.ask('POST', 'reset', {})
  expect(jar.cookie()).toBe(before)
  expect((await jar.ask('GET', 'state')).body).toMatchObject({ step_count: 0 })
})

test('two cookie jars have two sessions; without a cookie each request has an environment of its own', async () => {
  const [first, second] = [openJar('ledger'), openJar('ledger')]
  for (const jar of [first, second]) await jar.ask('POST', 'reset', {})
  await first.ask('POST', 'step', { action: { add: 5 } })
  expect((await second.ask('POST', 'step', { action: { add: 1 } })).body).toMatchObject({ observation: { total: 1 } })
  const bare = openJar('ledger')
  expect((await bare.ask('POST', 'step', { action: { add: 1 } })).body).toMatchObject({ observation: { total: 1 } })
  // Upstream's route answers what every state has; a session's own shows all of it.
  expect((await bare.ask('GET', 'state')).body).toEqual({ episode_id: null, step_count: 0 })
  expect((await first.ask('GET', 'state')).body).toMatchObject({ step_count: 1, total: 5 })
  expect(bare.cookie()).toBeUndefined()
})

test('one cookie serves every environment, each with a session of its own; what is no cookie of ours is none', async () => {
  const jar = openJar('ledger')
  await jar.ask('POST', 'reset', {})
  const headers = { cookie: `theme=dark; ${jar.cookie()}`, 'content-type': 'application/json' }
  const reset = await exports.default.fetch('http://host/envs/connect4/reset', { method: 'POST', headers })
  expect(reset.status).toBe(200)
  const forged = { cookie: 'openenv_session=../../guess', 'content-type': 'application/json' }
  const answer = await exports.default.fetch('http://host/envs/ledger/reset', { method: 'POST', headers: forged })
  expect(answer.headers.get('set-cookie')).toContain('HttpOnly; SameSite=Lax')
})

test('a request that fails gives no cookie', async () => {
  const jar = openJar('ledger')
  expect((await jar.ask('POST', 'reset', { seed: -1 })).status).toBe(422)
  expect(jar.cookie()).toBeUndefined()
})

test('a session by cookie is looked at again after an hour, not after a week', async () => {
  const jar = openJar('ledger')
  await jar.ask('POST', 'reset', {})
  const key = jar.cookie()?.split('=')[1]
  const stub = env.SESSIONS.get(env.SESSIONS.idFromName(`ledger/cookie.${key}`))
  const alarm = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm())
  expect(Number(alarm) - Date.now()).toBeLessThanOrEqual(60 * 60_000)
})
