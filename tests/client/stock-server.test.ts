import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../client/index.ts'
import { pythonOf } from '../../scripts/prepare-python.ts'

/** OpenEnv's own server, with the echo environment of the bench. */
let server: ChildProcess
let url: string
beforeAll(async () => {
  server = spawn(pythonOf('0.10.0'), ['-m', 'uvicorn', 'echo_server:app', '--app-dir', 'bench/stock', '--port', '0'], {
    env: { ...process.env, MAX_CONCURRENT_ENVS: '1', PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (server.stderr === null) throw new TypeError('The server has no output.')
  for await (const line of createInterface(server.stderr)) {
    const running = /running on (http:\S+)/.exec(line)?.[1]
    if (running === undefined) continue
    url = running
    break
  }
  server.stderr.resume()
})
afterAll(async () => {
  server.kill()
  await once(server, 'exit')
})

test('the client plays on a stock OpenEnv server', async () => {
  await using env = await connect(url)
  expect(await env.reset({ seed: 1, episodeId: 'mine' })).toMatchObject({ reward: 0, done: false })
  expect((await env.step({ message: 'hello' })).observation).toMatchObject({ echoed_message: 'hello', message_length: 5 })
  expect(await env.state()).toMatchObject({ episodeId: 'mine', stepCount: 1 })
  await expect(env.step({ text: 'hello' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { errors: expect.any(Array) } })
})

test("a stock server's refusal reaches the first call, by code, and the next reset tries again", async () => {
  const first = await connect(url)
  await first.reset()
  await using second = await connect(url)
  await expect(second.reset()).rejects.toMatchObject({ code: 'CAPACITY_REACHED', details: { max_sessions: 1 } })
  await first.close()
  // The server frees the place some time after the socket has closed.
  await expect.poll(() => second.reset().catch(({ code }: { code: string }) => code), { timeout: 20_000 }).toMatchObject({ done: false })
})
