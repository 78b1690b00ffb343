import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { BIN, isListening, runCli, startServer, temporaryFolder } from './cli.ts'
import { COUNTER, play } from './counter.ts'

test('the readiness line says where it listens, what it serves, and how Python connects', async () => {
  const server = await startServer(['serve', '--port', '0', '--memory'])
  expect(server.readiness).toMatch(
    /^openenv-edge: http:\/\/127\.0\.0\.1:\d+ — environments: .*grid_world.* — Python: GenericEnvClient\(base_url="http/,
  )
  expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: 'healthy' })
  expect(await statusOf(server.url, { headers: { host: 'rebound.example' } })).toBe(403)
  for (const path of ['/envs/grid_world/s/../state', '/envs/grid_world/s/%2e%2E/state'])
    expect(await statusOf(server.url, { path })).toBe(400)
})

/** The status that a server answers to what no `fetch` sends: another host's name, a path as it is written. */
async function statusOf(url: string, options: RequestOptions): Promise<number | undefined> {
  const asked = request(url, options).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it with 0, and nothing listens any more', async (signal) => {
  const server = await startServer(['serve', '--port', '0', '--memory'])
  expect(await server.stop(signal)).toBe(0)
  expect(await isListening(server.port)).toBe(false)
})

test('a named session goes on after its runtime was killed, on the same port and data', async () => {
  const cwd = temporaryFolder()
  const file = join(cwd, 'counter.ts')
  writeFileSync(file, COUNTER)
  const first = await startServer(['serve', file, '--port', '0'], { cwd })
  expect(await play(`${first.url}/envs/counter/s/one`, ['reset', 'step', 'step'])).toEqual([0, 1, 2])

  await first.stop('SIGKILL')
  await expect.poll(() => isListening(first.port)).toBe(false)
  const second = await startServer(['serve', file, '--port', String(first.port)], { cwd })
  expect(await play(`${second.url}/envs/counter/s/one`, ['step'])).toEqual([3])
})

test('in memory no folder is made', async () => {
  const cwd = temporaryFolder()
  await startServer(['serve', '--port', '0', '--memory'], { cwd })
  expect(readdirSync(cwd)).toEqual([])
})

test.each([['serve'], ['dev', 'counter.ts']])('%s: a port in use is refused with the remedy, and the command ends', async (...words) => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'counter.ts'), COUNTER)
  const { port } = await startServer(['serve', '--port', '0', '--memory'])
  const { code, stderr } = await runCli([...words, '--port', String(port), '--memory'], { cwd })
  expect(stderr).toBe(
    `openenv-edge: Port ${port} on 127.0.0.1 is in use. Stop what listens there, or choose another with --port (0: any free one).\n`,
  )
  expect(code).toBe(1)
})

test('started by an npm script, it ends with the shell that npm puts between', async () => {
  // `; true` keeps the shell from becoming the command, as some do with the last one.
  const shell = spawn('sh', ['-c', '"$@"; true', 'sh', process.execPath, BIN, 'serve', '--port', '0', '--memory'], {
    env: { ...process.env, npm_lifecycle_event: 'dev' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(createInterface(shell.stdout), 'line')) as [string]
  const port = Number(/:(\d+) /.exec(line)?.[1])
  expect(await isListening(port)).toBe(true)
  shell.kill('SIGTERM')
  await expect.poll(() => isListening(port), { timeout: 20_000 }).toBe(false)
})

test('two runtimes never share a data folder', async () => {
  const cwd = temporaryFolder()
  await startServer(['serve', '--port', '0'], { cwd })
  const { code, stderr } = await runCli(['serve', '--port', '0'], { cwd })
  expect(stderr).toContain('Another openenv-edge is using .openenv-edge. Stop it, or choose another folder with --data.')
  expect(code).toBe(1)
})

test('a file that exports a worker is served as it is', async () => {
  const cwd = temporaryFolder()
  writeFileSync(
    join(cwd, 'worker.ts'),
    `import { createWorker, EnvironmentSession } from 'openenv-edge/workers'
     ${COUNTER}
     export class Sessions extends EnvironmentSession { environments = [counter] }
     const worker = createWorker({ environments: [counter] })
     export default { fetch: (request: Request, env: never, context: never) =>
       new URL(request.url).pathname === '/mine' ? new Response('mine') : worker.fetch?.(request, env, context) }`,
  )
  const { url } = await startServer(['serve', 'worker.ts', '--port', '0', '--memory'], { cwd })
  expect(await (await fetch(`${url}/mine`)).text()).toBe('mine')
  expect(await play(`${url}/envs/counter`, ['reset', 'step'])).toEqual([0, 1])
})

test('an environment that is exported by name and by default is served once', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'counter.ts'), `${COUNTER}\nexport default counter\nexport const all = [counter]`)
  const { url } = await startServer(['serve', 'counter.ts', '--port', '0', '--memory'], { cwd })
  expect(await play(`${url}/envs/counter`, ['reset', 'step'])).toEqual([0, 1])
})

test.each([
  ['nothing.ts', 'export const answer = 42', 'exports no environment. Export what defineEnvironment returns.'],
  ['broken.ts', 'export const answer = (42', 'broken.ts:1: Expected ")"'],
  ['lost.ts', "import { a } from './missing.ts'\nexport { a }", 'lost.ts:1: Could not resolve "./missing.ts"'],
])('%s is refused with what is wrong in it', async (name, source, message) => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, name), source)
  const { code, stderr } = await runCli(['serve', name, '--port', '0', '--memory'], { cwd })
  expect(stderr).toContain(message)
  expect(stderr).not.toContain('    at ')
  expect(stderr).not.toMatch(/workerd|DurableObject|"level"/)
  expect(code).toBe(1)
})

test('code that fails when it is loaded is refused with its words and its place in the file', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'late.ts'), `${COUNTER}\nconst board: { size?: { x: number } } = {}\nexport const x = board.size!.x`)
  const { code, stderr } = await runCli(['serve', 'late.ts', '--port', '0', '--memory'], { cwd })
  const lines = COUNTER.split('\n').length
  const message = "TypeError: Cannot read properties of undefined (reading 'x')"
  expect(stderr).toBe(`openenv-edge: starting …\nopenenv-edge: ${message}\n  at late.ts:${lines + 2}:30\n`)
  expect(code).toBe(1)
})

test('what an environment throws is logged with its place in the file', async () => {
  const cwd = temporaryFolder()
  const lookUp = 'const board: { size?: { x: number } } = {}\nfunction lookUp() { return board.size!.x }'
  writeFileSync(join(cwd, 'broken.ts'), `${COUNTER.replace('{ count: 0 },', '{ count: lookUp() },')}\n${lookUp}`)
  const server = await startServer(['serve', 'broken.ts', '--port', '0', '--memory'], { cwd })
  await expect(play(`${server.url}/envs/counter`, ['reset'])).rejects.toThrow()
  const line = await server.line('execution_failed')
  const message = "Cannot read properties of undefined (reading 'x')"
  expect(JSON.parse(line)).toMatchObject({ environment: 'counter', during: 'reset', kind: 'TypeError', message })
  expect(JSON.parse(line).stack[0]).toBe(`at lookUp (broken.ts:${COUNTER.split('\n').length + 2}:40)`)
})

test('a file that does not exist is named', async () => {
  const { code, stderr } = await runCli(['serve', 'nowhere.ts', '--memory', '--port', '0'])
  expect([code, stderr]).toEqual([1, 'openenv-edge: No such file: nowhere.ts.\n'])
})
