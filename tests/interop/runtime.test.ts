import { expect, test } from 'vitest'
import { startRuntime } from './runtime.ts'

test('a runtime that was killed serves again on the same port, and leaves no process behind when it is stopped', async () => {
  const runtime = await startRuntime()
  const { url } = runtime
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'healthy' })
  await runtime.kill()
  await expect(fetch(`${url}/health`)).rejects.toThrow()
  await runtime.restart()
  expect(runtime.url).toBe(url)
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'healthy' })
  expect(runtime.errorLines()).toEqual([])
  await runtime.stop()
  expect(() => process.kill(-runtime.group, 0)).toThrow()
})
