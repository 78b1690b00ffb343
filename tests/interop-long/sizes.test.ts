import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRaw } from '../interop/raw-client.ts'
import { type Runtime, startRuntime } from '../interop/runtime.ts'
import { startStockClients } from '../interop/stock-client.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime({ file: join(import.meta.dirname, '../interop/fixtures/large.ts') })
})
afterAll(() => runtime.stop())

test('observations of 1, 8, 31, 33 and 90 MiB arrive, and the session goes on (B56)', async () => {
  for (const path of ['', '/s/named']) {
    const socket = await openRaw(`${runtime.url}/envs/large${path}`)
    await socket.ask('{"type":"reset"}')
    for (const mebibytes of [1, 8, 31, 33, 90]) {
      const frame = await socket.ask(JSON.stringify({ type: 'step', data: { mebibytes } }))
      expect(frame.length).toBeGreaterThan(mebibytes * 2 ** 20)
      expect(frame.slice(0, 60)).toContain('"type":"observation"')
    }
    expect(JSON.parse(await socket.ask('{"type":"state"}'))).toMatchObject({ data: { step_count: 5 } })
    await socket.close()
  }
})

test('a stock client takes an observation of 31 MiB', async () => {
  await using clients = await startStockClients('0.10.0')
  const env = clients.open(`${runtime.url}/envs/large`)
  await env.reset()
  expect(String((await env.step({ mebibytes: 31 })).observation.text)).toHaveLength(31 * 2 ** 20)
  await env.close()
})

test('frames up to 31 MiB are read; one beyond the 32 MiB of the platform ends the socket, and a named session is there for the next', async () => {
  const path = `${runtime.url}/envs/large/s/asking`
  const socket = await openRaw(path)
  await socket.ask('{"type":"reset"}')
  const step = (mebibytes: number) => JSON.stringify({ type: 'step', data: { mebibytes: 0, text: 'x'.repeat(mebibytes * 2 ** 20) } })
  for (const mebibytes of [1, 16, 31]) expect(await socket.ask(step(mebibytes))).toContain('"type":"observation"')
  socket.send(step(33))
  expect([1006, 1009]).toContain(await socket.closed)
  const next = await openRaw(path)
  expect(JSON.parse(await next.ask('{"type":"state"}'))).toMatchObject({ data: { step_count: 3 } })
  await next.close()
})
