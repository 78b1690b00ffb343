import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer, temporaryFolder } from './cli.ts'
import { counterSource, play } from './counter.ts'

test('a save is served at once, and a named session goes on', async () => {
  const cwd = temporaryFolder()
  const file = join(cwd, 'counter.ts')
  writeFileSync(file, counterSource(1))
  const server = await startServer(['dev', file, '--port', '0'], { cwd })
  const url = `${server.url}/envs/counter/s/one`
  expect(await play(url, ['reset', 'step'])).toEqual([0, 1])

  writeFileSync(file, counterSource(10))
  await server.line('reloaded')
  expect(await play(url, ['step'])).toEqual([11])
})

test('a save that does not build is reported, and the last good one goes on', async () => {
  const cwd = temporaryFolder()
  const file = join(cwd, 'counter.ts')
  writeFileSync(file, counterSource(1))
  const server = await startServer(['dev', file, '--port', '0', '--memory'], { cwd })

  writeFileSync(file, `${counterSource(10)} (`)
  expect(await server.line('counter.ts')).toContain('Unexpected end of file')
  expect(await play(`${server.url}/envs/counter`, ['reset', 'step'])).toEqual([0, 1])

  writeFileSync(file, counterSource(5))
  await server.line('reloaded')
  expect(await play(`${server.url}/envs/counter`, ['reset', 'step'])).toEqual([0, 5])
})
