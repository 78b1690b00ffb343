import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRaw } from './raw-client.ts'
import { type RewardService, startRewardService } from './reward-service.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { startStockClients } from './stock-client.ts'

let runtime: Runtime
let service: RewardService
beforeAll(async () => {
  service = await startRewardService()
  runtime = await startRuntime({ file: join(import.meta.dirname, 'fixtures/rewards.ts') })
})
afterAll(async () => {
  await runtime.stop()
  await service[Symbol.asyncDispose]()
})

async function open(path: string) {
  const socket = await openRaw(runtime.url + path)
  return async (type: string, data: object = {}) => JSON.parse(await socket.ask(JSON.stringify({ type, data }))) as unknown
}

test('a service elsewhere scores a step, and is told what happened', async () => {
  const ask = await open('/envs/scored')
  await ask('reset', { episode_id: 'told' })
  expect(await ask('step', { service: `${service.url}/ok`, note: 'a' })).toMatchObject({
    data: { reward: 0.25, metadata: { rubric: { style: 1 } } },
  })
  expect(service.asked.at(-1)).toEqual({
    action: { service: `${service.url}/ok`, note: 'a' },
    observation: { notes: ['a'] },
    done: false,
    step_count: 1,
    episode_id: 'told',
  })
})

test.for([
  ['/500', 'The reward service answered 500.'],
  ['/nan', 'The reward service answered without a finite score.'],
  ['/infinite', 'The reward service answered without a finite score.'],
  ['/null', 'The reward service answered without a finite score.'],
  ['/text', 'The reward service answered without a finite score.'],
  ['/bare', 'The reward service answered without a finite score.'],
  ['/html', 'The reward service answered something that is no JSON.'],
  ['/hang', 'The reward service did not answer within 1000 ms.'],
  ['/stall', 'The reward service did not answer within 1000 ms.'],
  ['/break', 'The reward service cannot be reached.'],
] as const)('a service that answers like %s gives an error frame, and the episode stands', async ([path, message]) => {
  const ask = await open(`/envs/scored/s/fault${path.replace('/', '-')}`)
  await ask('reset')
  await ask('step', { service: `${service.url}/ok`, note: 'kept' })
  const before = await ask('state')
  expect(await ask('step', { service: service.url + path, note: 'lost' })).toEqual({
    type: 'error',
    data: { message, code: 'EXECUTION_ERROR' },
  })
  expect(await ask('state')).toEqual(before)
  expect(await ask('step', { service: `${service.url}/ok`, note: 'next' })).toMatchObject({
    data: { reward: 0.25, observation: { notes: ['kept', 'next'] } },
  })
})

test('nobody there is an error too, and the stock client raises it', async () => {
  await using clients = await startStockClients('0.10.0')
  const client = clients.open(`${runtime.url}/envs/scored`)
  await client.reset()
  await expect(client.step({ service: 'http://127.0.0.1:1/' })).rejects.toThrow('The reward service cannot be reached.')
  expect((await client.step({ service: `${service.url}/ok` })).reward).toBe(0.25)
})

test('a language model and a service score together', async () => {
  const ask = await open('/envs/judged')
  await ask('reset')
  expect(await ask('step', { service: service.url, note: 'a' })).toMatchObject({
    data: { reward: 0.5, metadata: { rubric: { judge: 0.75, service: 0.25, 'service.style': 1 } } },
  })
  expect(service.asked).toContainEqual({
    model: 'scripted',
    messages: [{ role: 'user', content: `Rate {"service":"${service.url}","note":"a"} that led to {"notes":["a"]}.` }],
    temperature: 0,
    max_tokens: 512,
  })
})

test('no line of the log reports an error', () => {
  expect(runtime.errorLines()).toEqual([])
})
