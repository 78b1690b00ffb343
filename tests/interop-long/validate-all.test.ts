import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { library } from '../../environments/index.ts'
import { pythonOf } from '../../scripts/prepare-python.ts'
import { runCli, startServer } from '../cli/cli.ts'

test('validate passes every bundled environment that needs no container', async () => {
  const { url } = await startServer(['serve', '--port', '0', '--memory', '--no-containers'])
  const failed: string[] = []
  for (const { name } of library) {
    const { code, stdout } = await runCli(['validate', `${url}/envs/${name}`])
    if (code !== 0) failed.push(stdout)
  }
  expect(failed).toEqual([])
})

test('validate passes a stock OpenEnv server', async () => {
  const { code, stdout } = await runCli(['validate', await startStockServer()])
  expect(stdout).toMatch(/skip {2}openenv_edge\.resume/)
  expect(stdout).not.toMatch(/^ +fail/m)
  expect(code).toBe(0)
})

/** The stock server with its own echo environment, under uvicorn. */
async function startStockServer(): Promise<string> {
  const server = spawn(pythonOf('0.10.0'), ['-m', 'uvicorn', 'echo_server:app', '--app-dir', 'bench/stock', '--port', '0'], {
    // Its default is one session; two episodes are played side by side.
    env: { ...process.env, MAX_CONCURRENT_ENVS: '8', PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void server.kill())
  for await (const line of createInterface(server.stderr)) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
    if (url === undefined) continue
    server.stderr.resume()
    return url
  }
  throw new Error('The stock server ended before it listened.')
}
